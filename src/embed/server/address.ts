import { GrepaiError } from "../../errors.ts";

/** A server's address, with credentials in it taken apart from what may be shown. */
export interface ServerAddress {
  /** Without credentials and without a slash at the end. */
  readonly url: string;
  readonly hostname: string;
  readonly isLoopback: boolean;
  /** `Authorization` for `user:password@host` addresses, which `fetch` refuses. */
  readonly authorization: string | null;
}

/**
 * Reads `embedder.endpoint`.
 * @throws GrepaiError INVALID_CONFIG when it is no http(s) address
 */
export function parseAddress(endpoint: string): ServerAddress {
  const text = endpoint.includes("://") ? endpoint : `http://${endpoint}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new GrepaiError(
      "INVALID_CONFIG",
      "`embedder.endpoint` in .grepai/config.yaml is not an http or https address, such as http://127.0.0.1:11434.",
    );
  }
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = url.username === "" ? null : `Basic ${Buffer.from(credentials).toString("base64")}`;
  const { hostname } = url;
  return {
    url: `${url.origin}${url.pathname}`.replace(/\/+$/, ""),
    hostname,
    isLoopback: hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname),
    authorization,
  };
}
