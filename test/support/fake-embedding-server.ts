import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What the server does wrong. Counts are of embedding requests since the fault was set. */
export type ServerFaultMode =
  | { readonly kind: "none" }
  | { readonly kind: "hang" }
  | { readonly kind: "slow-first"; readonly delayMs: number }
  /** Stops listening and cuts all connections after this many answers. */
  | { readonly kind: "die-after"; readonly requests: number }
  /** This status for the first `times` requests. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly times: number;
      readonly retryAfter?: string;
      readonly body?: string;
    }
  /** Cuts the connection of the first `times` requests. */
  | { readonly kind: "reset"; readonly times: number }
  | { readonly kind: "html" }
  | { readonly kind: "garbage" }
  | { readonly kind: "foreign-json" }
  /** The texts that hold the trigger come out wrong. */
  | { readonly kind: "nan-500" | "nan-literal" | "null-value" | "zeros" | "reset-on"; readonly trigger: string }
  | { readonly kind: "too-long-400" | "too-long-cut"; readonly maxCharacters: number }
  /** Leaves out the vectors of such texts, without an error. */
  | { readonly kind: "drop"; readonly trigger: string }
  | { readonly kind: "shuffle" }
  /** Twice the vector length after this many requests. */
  | { readonly kind: "flip-dimensions"; readonly after: number };

export interface FakeServerOptions {
  readonly models?: readonly string[];
  readonly dimensions?: number;
  readonly contextTokens?: number;
  /** Only requests with this bearer key are answered. */
  readonly key?: string;
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
}

/** A running server that answers as Ollama and as OpenAI do, with faults on demand. */
export interface FakeEmbeddingServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** All texts received for embedding, in order. */
  readonly texts: readonly string[];
  /** Embedding requests under way at once, at most. */
  readonly mostAtOnce: () => number;
  setFault(fault: ServerFaultMode): void;
  close(): Promise<void>;
}

/** Bag of word hashes: texts that share words are near one another. */
export function fakeVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [text];
  for (const word of words) {
    let hash = 7;
    for (const character of word) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + (hash & 0x10000 ? 1 : -1);
  }
  // A fixed part, so that words that cancel out leave no zero vector.
  vector[0] = (vector[0] ?? 0) + 0.1;
  return vector;
}

function withTag(model: string): string {
  return model.includes(":") ? model : `${model}:latest`;
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const isText = typeof body === "string";
  response.writeHead(status, { "content-type": isText ? "text/html" : "application/json; charset=utf-8", ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Starts a server on a free port of the loopback address, or on `port`. */
export async function startFakeEmbeddingServer(
  options: FakeServerOptions = {},
  port = 0,
): Promise<FakeEmbeddingServer> {
  const models = (options.models ?? ["nomic-embed-text:latest"]).map(withTag);
  const dimensions = options.dimensions ?? 64;
  const requests: ReceivedRequest[] = [];
  const texts: string[] = [];
  let fault: ServerFaultMode = { kind: "none" };
  let sinceFault = 0;
  let underWay = 0;
  let mostAtOnce = 0;

  async function embed(path: string, body: Record<string, unknown>, response: ServerResponse): Promise<void> {
    const count = ++sinceFault;
    const mode = fault;
    const isOpenAi = path.endsWith("/v1/embeddings");
    const input = (Array.isArray(body["input"]) ? body["input"] : [body["input"]]) as string[];
    const triggered = (text: string) => "trigger" in mode && text.includes(mode.trigger);
    texts.push(...input);
    switch (mode.kind) {
      case "hang":
        return;
      case "slow-first":
        if (count === 1) await sleep(mode.delayMs);
        break;
      case "die-after":
        if (count > mode.requests) {
          server.close();
          server.closeAllConnections();
          return;
        }
        break;
      case "status": {
        if (count > mode.times) break;
        const headers = mode.retryAfter === undefined ? {} : { "retry-after": mode.retryAfter };
        return send(response, mode.status, { error: mode.body ?? "internal error" }, headers);
      }
      case "reset":
        if (count <= mode.times) return void response.socket?.destroy();
        break;
      case "html":
        return send(response, 200, "<html><body>It works!</body></html>");
      case "garbage":
        return send(response, 200, '{"embeddings":[[0.1,');
      case "foreign-json":
        return send(response, 200, { hello: "world" });
      case "nan-500":
        if (input.some(triggered))
          return send(response, 500, { error: "failed to encode response: json: unsupported value: NaN" });
        break;
      case "nan-literal":
        if (input.some(triggered)) return send(response, 200, '{"embeddings":[[NaN, NaN]]}');
        break;
      case "reset-on":
        if (input.some(triggered)) return void response.socket?.destroy();
        break;
      case "too-long-400":
      case "too-long-cut":
        if (!input.some((text) => [...text].length > mode.maxCharacters)) break;
        if (mode.kind === "too-long-cut") return void response.socket?.destroy();
        return send(response, 400, { error: "the input length exceeds the context length" });
      default:
        break;
    }
    if (!models.includes(withTag(String(body["model"])))) {
      const error = `model "${String(body["model"])}" not found, try pulling it first`;
      return send(response, 404, isOpenAi ? { error: { message: error } } : { error });
    }
    const flips = mode.kind === "flip-dimensions" && count > mode.after;
    const asked = typeof body["dimensions"] === "number" ? body["dimensions"] : dimensions;
    const vectors = input.map((text): (number | null)[] | null => {
      if (mode.kind === "drop" && triggered(text)) return null;
      const vector: (number | null)[] = fakeVector(text, flips ? 2 * asked : asked);
      if (mode.kind === "null-value" && triggered(text)) vector[0] = null;
      if (mode.kind === "zeros" && triggered(text)) vector.fill(0);
      return vector;
    });
    if (!isOpenAi)
      return send(response, 200, { model: body["model"], embeddings: vectors.filter((vector) => vector !== null) });
    const data = vectors.flatMap((embedding, index) =>
      embedding === null ? [] : [{ object: "embedding", index, embedding }],
    );
    if (mode.kind === "shuffle") data.reverse();
    send(response, 200, { object: "list", model: body["model"], data });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request);
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    requests.push({ path, headers: request.headers, body });
    if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`) {
      return send(response, 401, {
        error: { message: `Incorrect API key provided: ${request.headers.authorization}` },
      });
    }
    if (path.endsWith("/api/embed") || path.endsWith("/v1/embeddings")) {
      mostAtOnce = Math.max(mostAtOnce, ++underWay);
      await embed(path, body, response).finally(() => underWay--);
      return;
    }
    if (path.endsWith("/api/show")) {
      const model = withTag(String(body["model"]));
      if (fault.kind === "hang") return;
      if (fault.kind === "html") return send(response, 200, "<html><body>It works!</body></html>");
      if (!models.includes(model)) return send(response, 404, { error: `model '${String(body["model"])}' not found` });
      const info = { "general.architecture": "fake", "fake.context_length": options.contextTokens ?? 2048 };
      return send(response, 200, { details: { family: "fake" }, model_info: info });
    }
    if (path.endsWith("/v1/models")) return send(response, 200, { object: "list", data: models.map((id) => ({ id })) });
    send(response, 404, "<html><body>Not Found</body></html>");
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    requests,
    texts,
    mostAtOnce: () => mostAtOnce,
    setFault(next) {
      fault = next;
      sinceFault = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
