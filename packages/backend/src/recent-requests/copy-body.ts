import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";

const maxBytes = 16 * 1024;

/**
 * Calls `onBody` with the text of a short JSON body after the wire has read it. Does not affect the wire.
 * @returns whether the request has a body that is not copied
 */
export function copyBody(c: Context, onBody: (text: string) => void): boolean {
  const { headers } = c.req.raw;
  const incoming: IncomingMessage | undefined = c.env?.incoming;
  const declaredLength = headers.get("content-length");
  const hasBody = incoming
    ? (declaredLength !== null && declaredLength !== "0") || headers.has("transfer-encoding")
    : c.req.raw.body !== null;
  if (!hasBody) return false;
  const isJson = /^application\/(vnd\.pgrst\.\w+\+)?json\b/i.test(
    headers.get("content-type") ?? "application/json",
  );
  const length = Number(declaredLength ?? Number.NaN);
  if (!isJson || headers.has("content-encoding") || length > maxBytes) return true;
  if (!incoming) {
    const copiedText = c.req.raw.clone().text();
    void copiedText.then((text) => text.length <= maxBytes && onBody(text)).catch(() => {});
    return false;
  }
  if (!Number.isInteger(length)) return true;
  const chunks: Buffer[] = [];
  let received = 0;
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.byteLength;
    if (received < length) return;
    incoming.off("data", onData);
    try {
      onBody(new TextDecoder().decode(Buffer.concat(chunks)));
    } catch {
      // Ignore the error: it would make the wire's read fail or, if no wire reads the body, end the process.
    }
  };
  // The stream's own `on` would start the flow of data before the wire reads the body.
  EventEmitter.prototype.on.call(incoming, "data", onData);
  return false;
}
