import { clientGoneStatus, isClientGone } from "../http/body/client-gone.ts";
import type { Log } from "../log/log.ts";
import { StorageError } from "../storage/errors.ts";
import type { HttpContext } from "../storage/request.ts";
import { percentEncode } from "./signature/canonical.ts";
import { type XmlContent, xmlDocument } from "./xml.ts";

export function xmlResponse(root: string, content: XmlContent): Response {
  return new Response(xmlDocument(root, content), {
    headers: { "content-type": "application/xml" },
  });
}

/**
 * Returns a function that formats the names in lists. If the client requested it, the function encodes the names for
 * URLs, because XML does not support every character.
 */
export function createNameFormatter(encoding: string | undefined): (name: string) => string {
  if (encoding !== "url") return (name) => name;
  return (name) => name.split("/").map(percentEncode).join("/");
}

/** Returns the headers of user metadata. `x-amz-missing-meta` counts the entries that are not valid headers. */
export function metadataHeaders(metadata: Readonly<Record<string, unknown>> | null) {
  const headers: Record<string, string> = {};
  let omittedCount = 0;
  for (const [name, value] of Object.entries(metadata ?? {})) {
    const isValidValue = typeof value === "string" && /^[\x20-\x7e]*$/.test(value);
    if (isValidValue && /^[\w!#$%&'*+.^`|~-]+$/.test(name)) headers[`x-amz-meta-${name}`] = value;
    else omittedCount++;
  }
  return omittedCount > 0 ? { ...headers, "x-amz-missing-meta": String(omittedCount) } : headers;
}

/** Returns the HTTP response for an error that an operation has thrown. */
export function toResponse(error: unknown, c: HttpContext, log: Log): Response {
  if (isClientGone(error)) return new Response(null, { status: clientGoneStatus });
  const isKnown = error instanceof StorageError;
  const { status, code, message } = isKnown
    ? error
    : { status: 500, code: "InternalError", message: "Internal Server Error" };
  if (status >= 500 && status !== 501) {
    log.error(
      { err: (isKnown && error.cause) || error },
      `A request to the S3 wire failed: ${message}`,
    );
  }
  const [, Resource = ""] = c.req.path.split("/s3/");
  const body = xmlDocument("Error", { Code: code, Message: message, Resource });
  const headers = { "content-type": "application/xml" };
  return new Response(c.req.method === "HEAD" ? null : body, { status, headers });
}
