import { Ollama } from "ollama";
import * as z from "zod";
import { parseAddress, type ServerAddress } from "./server/address.ts";
import { faultOfUnreadable, ServerFault } from "./server/faults.ts";
import { exchange } from "./server/http.ts";
import type { EmbeddingServer, RequestContext } from "./server/server.ts";

export interface OllamaOptions {
  readonly endpoint: string;
  readonly model: string;
  readonly dimensions: number | null;
}

/** How long the model stays in the server's memory after the last request; loading it again takes seconds. */
const keepAlive = "30m";
const maxEmbedBytes = 64_000_000;
const maxShowBytes = 16_000_000;

/** The vectors themselves are checked one by one later, which costs less than a schema of each number. */
const embedAnswer = z.object({ embeddings: z.array(z.unknown()) });
const showAnswer = z.object({
  model_info: z.record(z.string(), z.unknown()).optional(),
  parameters: z.string().optional(),
});

/** An Ollama server (https://github.com/ollama/ollama/blob/main/docs/api.md), asked through its own client. */
export class OllamaServer implements EmbeddingServer {
  readonly id: EmbeddingServer["id"];
  readonly model: string;
  readonly #address: ServerAddress;
  readonly #dimensions: number | null;

  /** @throws GrepaiError INVALID_CONFIG when the endpoint is no address */
  constructor(options: OllamaOptions) {
    this.#address = parseAddress(options.endpoint);
    this.#dimensions = options.dimensions;
    this.model = options.model;
    // A name without a tag means this tag, so both are one model.
    this.id = { provider: "ollama", model: options.model.replace(/:latest$/, "") };
  }

  async embed(texts: readonly string[], context: RequestContext): Promise<readonly unknown[]> {
    const answer = await this.#ask(context, maxEmbedBytes, (client) =>
      client.embed({
        model: this.model,
        input: [...texts],
        // Cutting silently would lose the end of a text; as an error it can be split.
        truncate: false,
        keep_alive: keepAlive,
        ...(this.#dimensions !== null && { dimensions: this.#dimensions }),
      }),
    );
    const { success, data } = embedAnswer.safeParse(answer);
    if (!success) throw new ServerFault("nonsense", "its answer holds no embeddings");
    return data.embeddings;
  }

  async contextTokens(context: RequestContext): Promise<number | null> {
    const answer = await this.#ask(context, maxShowBytes, (client) => client.show({ model: this.model }));
    const { success, data } = showAnswer.safeParse(answer);
    if (!success) return null;
    const lengths = Object.entries(data.model_info ?? {}).flatMap(([key, value]) =>
      key.endsWith(".context_length") && typeof value === "number" && value > 0 ? [value] : [],
    );
    const setting = /^\s*num_ctx\s+(\d+)/m.exec(data.parameters ?? "");
    if (setting !== null) lengths.push(Number(setting[1]));
    return lengths.length === 0 ? null : Math.min(...lengths);
  }

  async check(context: RequestContext): Promise<void> {
    await this.#ask(context, maxShowBytes, (client) => client.show({ model: this.model }));
  }

  explain(fault: ServerFault): string {
    const where = `Ollama at ${this.#address.url}`;
    const otherwise = "or set `embedder.provider: static` in .grepai/config.yaml to use the built-in model";
    switch (fault.kind) {
      case "unreachable":
        return `Cannot connect to ${where} (${fault.message}). Start it with \`ollama serve\`, ${otherwise}.`;
      case "model-missing":
        return `${where} has no model "${this.model}". Get it with \`ollama pull ${this.model}\`, ${otherwise}.`;
      case "nonsense":
        return `${where} did not answer as Ollama does: ${fault.message}. Check \`embedder.endpoint\` and \`embedder.model\` in .grepai/config.yaml.`;
      case "timeout":
        return `${where} is there but hangs: ${fault.message}. Restart it, raise \`embedder.timeout_ms\`, ${otherwise}.`;
      default:
        return `${where} failed with model "${this.model}": ${fault.message}. Look into its log, ${otherwise}.`;
    }
  }

  /**
   * Runs one call of the client. The client has neither time limit nor abort for it, prints to stdout on error
   * statuses and throws bare syntax errors, so it gets a `fetch` of ours for each call that does better.
   */
  async #ask<T>(context: RequestContext, maxResponseBytes: number, call: (client: Ollama) => Promise<T>): Promise<T> {
    const { url, authorization } = this.#address;
    let body = "";
    const boundedFetch: typeof fetch = async (target, init = {}) => {
      const answer = await exchange(String(target), init, { ...context, maxResponseBytes });
      body = answer.body;
      return new Response(body, { status: 200 });
    };
    const headers = authorization === null ? {} : { Authorization: authorization };
    const client = new Ollama({ host: url, fetch: boundedFetch, headers });
    try {
      return await call(client);
    } catch (error) {
      throw error instanceof SyntaxError ? faultOfUnreadable(body) : error;
    }
  }
}
