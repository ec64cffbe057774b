import { GrepaiError } from "../../errors.ts";
import { faultOfFetchError, faultOfStatus, ServerFault } from "./faults.ts";

export interface RequestLimits {
  /** For the whole exchange, body included. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The error of every function here that was given up through its signal. */
export function cancelled(): GrepaiError {
  return new GrepaiError("CANCELLED", "Embedding was cancelled.");
}

/**
 * One exchange with a server, bounded in time and size, which ends at once when aborted.
 * @throws ServerFault when there is no answer, or one with an error status
 * @throws GrepaiError CANCELLED when the signal is aborted
 */
export async function exchange(url: string, init: RequestInit, limits: RequestLimits): Promise<Answer> {
  const { timeoutMs, maxResponseBytes, signal } = limits;
  if (signal?.aborted) throw cancelled();
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeoutMs);
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    const body = await readBody(response, maxResponseBytes);
    if (!response.ok) throw faultOfStatus(response.status, response.headers, body);
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    if (signal?.aborted) throw cancelled();
    if (timedOut) throw new ServerFault("timeout", `it did not answer within ${timeoutMs / 1_000} s`);
    throw error instanceof ServerFault ? error : faultOfFetchError(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    // Ends the transfer of a body that was too large to read.
    controller.abort();
  }
}

async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new ServerFault("nonsense", `its answer is larger than ${maxBytes / 1_000_000} MB`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
