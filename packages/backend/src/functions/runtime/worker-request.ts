import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { relayHeader } from "./bootstrap.ts";

/** The port of a worker on this machine, and its secret. */
export interface WorkerAddress {
  readonly port: number;
  /** The worker refuses requests without it. */
  readonly secret: string;
}

/** A request on its way to a function. */
export interface RelayedRequest {
  readonly method: string;
  /** The path with the query string. */
  readonly path: string;
  readonly headers: Headers;
  /** The length that the caller announced, if any. */
  readonly contentLength: number | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** Returns the length of the body, or undefined if the caller has not announced it. */
export const bodyBytesOf = ({ body, contentLength }: RelayedRequest): number | undefined =>
  body === null ? 0 : contentLength;

/** Node's default limit of 16 kB would break responses with many cookies. */
const maxHeaderBytes = 80 * 1024;

/**
 * Opens a request to a worker. Each request has its own connection, so that none can break the framing of another.
 *
 * @throws if the path or a header is invalid
 */
export function openRequest(
  { method, path, headers, contentLength, body }: RelayedRequest,
  { port, secret }: WorkerAddress,
): ClientRequest {
  const length = contentLength === undefined ? undefined : String(contentLength);
  const framing: Record<string, string> =
    length === undefined
      ? // Without this header, Node does not frame the body of a DELETE request.
        { "transfer-encoding": "chunked" }
      : { "content-length": length };
  return request({
    host: "127.0.0.1",
    port,
    method,
    path,
    agent: false,
    maxHeaderSize: maxHeaderBytes,
    headers: {
      ...Object.fromEntries(headers),
      ...(body !== null && framing),
      [relayHeader]: secret,
    },
  });
}

/** Resolves with the head of the response. Rejects if the connection ends without a response. */
export function responseTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    // Keep this listener, because a request may fail after its response has arrived.
    outgoing.on("error", reject);
    outgoing.once("close", () => reject(new Error("The connection ended without a response.")));
  });
}

/**
 * Sends a body. After the end of the response, reads and discards the rest of the body, because many callers read the
 * response only after they have sent everything.
 *
 * @throws the error of reading the body
 */
export async function sendBody(
  outgoing: ClientRequest,
  body: RelayedRequest["body"],
  { limitBytes, onTooLarge }: { readonly limitBytes: number; readonly onTooLarge: () => void },
): Promise<void> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) onTooLarge();
    if (!outgoing.destroyed && !outgoing.write(chunk)) await waitForDrain(outgoing);
  }
}

const waitForDrain = (outgoing: ClientRequest) =>
  new Promise<void>((resolve) => {
    const done = () => {
      outgoing.off("drain", done).off("close", done);
      resolve();
    };
    outgoing.on("drain", done).on("close", done);
  });

/** Sends a request that the function does not see. Resolves to true if the worker responds correctly. */
export async function probe(
  { port, secret }: WorkerAddress,
  options: { readonly signal?: AbortSignal } = {},
): Promise<boolean> {
  const outgoing = request({
    host: "127.0.0.1",
    port,
    agent: false,
    ...options,
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
