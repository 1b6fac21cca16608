import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { relayHeader } from "./bootstrap.ts";

/** Where a worker listens on this machine. */
export interface WorkerAddress {
  readonly port: number;
  /** Whoever does not know it is not answered. */
  readonly secret: string;
}

/** A request on its way to a function. */
export interface RelayedRequest {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  readonly headers: Headers;
  /** The length that the caller announced, if any. */
  readonly contentLength: number | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

/** Undefined where the caller has not announced the length. */
export const bodyBytesOf = ({ body, contentLength }: RelayedRequest): number | undefined =>
  body === null ? 0 : contentLength;

/** Node's own limit of 16 kB would fail responses with many cookies. */
const maxHeaderBytes = 80 * 1024;

/**
 * Opens a request to a worker. Each has a connection of its own, so that none can disturb the framing of another.
 *
 * @throws where the path or a header cannot be sent
 */
export function openRequest(
  { method, path, headers, contentLength, body }: RelayedRequest,
  { port, secret }: WorkerAddress,
): ClientRequest {
  const length = contentLength === undefined ? undefined : String(contentLength);
  const framing: Record<string, string> =
    length === undefined
      ? // Node does not frame the body of a DELETE unless told to.
        { "transfer-encoding": "chunked" }
      : { "content-length": length };
  return request({
    ...{ host: "127.0.0.1", port, method, path, agent: false, maxHeaderSize: maxHeaderBytes },
    headers: {
      ...Object.fromEntries(headers),
      ...(body !== null && framing),
      [relayHeader]: secret,
    },
  });
}

/** Returns the head of the response; rejected when the connection ends without one. */
export function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    // The listener stays: a request may fail after its response has come.
    outgoing.on("error", reject);
    outgoing.once("close", () => reject(new Error("The connection ended without a response.")));
  });
}

/**
 * Sends a body. What arrives after the end of the response is read and discarded, since many callers read no
 * response before they have sent everything.
 *
 * @throws what reading the body throws
 */
export async function sendBody(
  outgoing: ClientRequest,
  body: RelayedRequest["body"],
  { limit, onTooLarge }: { readonly limit: number; readonly onTooLarge: () => void },
): Promise<void> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) onTooLarge();
    if (!outgoing.destroyed && !outgoing.write(chunk)) await drained(outgoing);
  }
}

const drained = (outgoing: ClientRequest) =>
  new Promise<void>((resolve) => {
    const done = () => {
      outgoing.off("drain", done).off("close", done);
      resolve();
    };
    outgoing.on("drain", done).on("close", done);
  });

/** Settled when the worker has answered a request that its function does not see: true if as it should. */
export async function probe(
  { port, secret }: WorkerAddress,
  options: { readonly signal?: AbortSignal } = {},
): Promise<boolean> {
  const outgoing = request({
    ...{ host: "127.0.0.1", port, agent: false, ...options },
    headers: { [relayHeader]: `${secret} probe` },
  }).end();
  try {
    const response = await responseTo(outgoing);
    response.resume();
    return response.statusCode === 204;
  } catch {
    return false;
  }
}
