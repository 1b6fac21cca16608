import { getCredentials } from "../api/credentials.ts";
import type { RunAs } from "../api/rows.ts";

/** The request that calls a function. */
export interface FunctionCall {
  readonly method: string;
  /** The path after the function's name, with its query string. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The response of a function. */
export interface FunctionResponse {
  readonly status: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The beginning of the body. */
  readonly text: string;
  readonly isCut: boolean;
}

const maxTextBytes = 256 * 1024;
const maxBytes = 20 * 1024 * 1024;

/** Calls a function over HTTP as a role or user. */
export async function callFunction(
  name: string,
  { method, path, headers, body }: FunctionCall,
  as: RunAs,
): Promise<FunctionResponse> {
  const { apiKey, token } = await getCredentials(as);
  const requestHeaders = new Headers({
    apikey: apiKey,
    authorization: `Bearer ${token ?? apiKey}`,
  });
  for (const [header, value] of headers) requestHeaders.set(header, value);
  const startTime = performance.now();
  const response = await fetch(functionPath(name, path), {
    method,
    headers: requestHeaders,
    ...(hasBody(method) && body !== "" && { body }),
  });
  const { text, bytes, isCut } = await readBody(response);
  return {
    status: response.status,
    durationMs: performance.now() - startTime,
    bytes,
    headers: [...response.headers],
    text,
    isCut,
  };
}

export const functionPath = (name: string, path: string) =>
  `/functions/v1/${name}${path === "" || path.startsWith("?") ? path : `/${path.replace(/^\/+/, "")}`}`;

export const hasBody = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

/** Reads a body up to a limit, because a function can send an endless stream. */
async function readBody(response: Response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    if (bytes < maxTextBytes) text += decoder.decode(value, { stream: true });
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader?.cancel();
      break;
    }
  }
  return { text: text.slice(0, maxTextBytes), bytes, isCut: bytes > maxTextBytes };
}

/** Parses headers, one per line. @throws {Error} for a line that is not a header */
export function parseHeaders(text: string): (readonly [string, string])[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) {
        throw new Error(`"${line.slice(0, 60)}" is not a header. Write name: value.`);
      }
      return [name, value] as const;
    });
}
