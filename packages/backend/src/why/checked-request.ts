import { UsageError } from "../usage-error.ts";

export interface RequestToExplain {
  /** The HTTP method, or `SUBSCRIBE` for a private channel, or `CHANGES` for the changes of a table. */
  readonly method: string;
  /** The path with its query, such as `/rest/v1/notes?id=eq.5`. A complete URL is also accepted. */
  readonly path: string;
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly body?: string | undefined;
}

/** A request whose parts have been checked. */
export interface CheckedRequest {
  readonly method: string;
  /** The encoded path with its query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Whether the result must include the statement for a pgTAP test. */
  readonly needsTest: boolean;
}

const maxPathLength = 64 * 1024;
const maxBodyLength = 1024 * 1024;
const maxHeaders = 50;
const maxHeaderLength = 8 * 1024;

/**
 * Validates a request.
 *
 * @throws {UsageError} if a part is too long or malformed
 */
export function checkRequest(
  { method, path, headers = [], body }: RequestToExplain,
  needsTest: boolean,
): CheckedRequest {
  if (!/^[A-Za-z]{1,16}$/.test(method)) {
    throw new UsageError("The method must be a word such as GET, POST or SUBSCRIBE.");
  }
  if (path.length > maxPathLength) {
    throw new UsageError(`The path must have at most ${maxPathLength} characters.`);
  }
  if (body !== undefined && body.length > maxBodyLength) {
    throw new UsageError(`The body must have at most ${maxBodyLength} characters.`);
  }
  const isTooLong = headers.some(([name, value]) => name.length + value.length > maxHeaderLength);
  if (headers.length > maxHeaders || isTooLong) {
    throw new UsageError("The request has too many headers, or one that is too long.");
  }
  const checkedHeaders = new Headers();
  for (const [name, value] of headers) {
    try {
      checkedHeaders.append(name, value);
    } catch {
      throw new UsageError(`The header "${name.slice(0, 100)}" is malformed.`);
    }
  }
  return { method: method.toUpperCase(), path, headers: checkedHeaders, body, needsTest };
}

/**
 * Returns the request's URL on the server.
 *
 * @throws {UsageError}
 */
export function urlOf({ path }: CheckedRequest): URL {
  const isCompleteUrl = /^https?:\/\//.test(path);
  const url = URL.parse(
    isCompleteUrl ? path : `http://127.0.0.1${path.startsWith("/") ? "" : "/"}${path}`,
  );
  if (url) return url;
  throw new UsageError("The path is malformed.");
}
