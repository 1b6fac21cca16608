import { getCredentials } from "../api/credentials.ts";
import type { RunAs } from "../api/rows.ts";

/** A call of a function. */
export interface FunctionCall {
  readonly method: string;
  /** Below the function, with its query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** What a function answered. */
export interface FunctionAnswer {
  readonly status: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The beginning of the body. */
  readonly text: string;
  readonly isCut: boolean;
}

const maxShownBytes = 256 * 1024;
const maxBytes = 20 * 1024 * 1024;

/** Calls a function as a role or user, over its wire. */
export async function callFunction(
  name: string,
  { method, path, headers, body }: FunctionCall,
  as: RunAs,
): Promise<FunctionAnswer> {
  const { apiKey, token } = await getCredentials(as);
  const sent = new Headers({ apikey: apiKey, authorization: `Bearer ${token ?? apiKey}` });
  for (const [header, value] of headers) sent.set(header, value);
  const begun = performance.now();
  const response = await fetch(addressOf(name, path), {
    method,
    headers: sent,
    ...(hasBody(method) && body !== "" && { body }),
  });
  const { text, bytes, isCut } = await read(response);
  return {
    status: response.status,
    durationMs: performance.now() - begun,
    bytes,
    headers: [...response.headers],
    text,
    isCut,
  };
}

export const addressOf = (name: string, path: string) =>
  `/functions/v1/${name}${path === "" || path.startsWith("?") ? path : `/${path.replace(/^\/+/, "")}`}`;

export const hasBody = (method: string) => !["GET", "HEAD", "OPTIONS"].includes(method);

/** Reads an answer, which may never end, up to a limit. */
async function read(response: Response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    if (bytes < maxShownBytes) text += decoder.decode(value, { stream: true });
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader?.cancel();
      break;
    }
  }
  return { text: text.slice(0, maxShownBytes), bytes, isCut: bytes > maxShownBytes };
}

/** Reads headers, one a line. @throws {Error} for a line that is not a header */
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
