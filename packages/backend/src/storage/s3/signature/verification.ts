import { timingSafeEqual } from "node:crypto";
import { unsignedHeader, wrongSignature } from "../errors.ts";
import {
  algorithm,
  canonicalPath,
  canonicalRequest,
  hmac,
  type RawRequest,
  scopeText,
  sha256,
  signingKey,
} from "./canonical.ts";
import type { ClaimedSignature } from "./claimed-signature.ts";

/**
 * Verifies that one of the secrets has signed the request.
 *
 * @returns the key by which the rest of the request is signed
 * @throws {StorageError}
 */
export function verifySignature(
  request: RawRequest,
  claimed: ClaimedSignature,
  secrets: readonly string[],
): Buffer {
  const { date, scope, signature, signedHeaders, payload } = claimed;
  checkSignedHeaders(request, signedHeaders);
  // Clients differ in what they escape, and proxies change the host.
  const paths = new Set([request.path, canonicalPath(request.path)]);
  const texts = [...paths].flatMap((path) =>
    hostsOf(request.headers).map((host) => {
      const text = canonicalRequest(request, { path, host, headers: signedHeaders, payload });
      return `${algorithm}\n${date}\n${scopeText(scope)}\n${sha256(text)}`;
    }),
  );
  for (const secret of secrets) {
    const key = signingKey(secret, scope);
    if (texts.some((text) => isSignature(signature, key, text))) return key;
  }
  throw wrongSignature();
}

/**
 * A header of S3's says what is to be done. Nobody may add one to a signed address, such as the source of a
 * copy to an address for an upload.
 *
 * @throws {StorageError}
 */
function checkSignedHeaders({ headers }: RawRequest, signed: readonly string[]): void {
  if (!signed.includes("host")) throw unsignedHeader("host");
  for (const name of headers.keys()) {
    if (name.startsWith("x-amz-") && !signed.includes(name)) throw unsignedHeader(name);
  }
}

/** The hosts that the client may know this server by. */
function hostsOf(headers: Headers): readonly string[] {
  const host = headers.get("host") ?? "";
  const forwarded = headers.get("x-forwarded-host");
  if (!forwarded) return [host];
  const port = headers.get("x-forwarded-port");
  return [host, forwarded, ...(port ? [`${forwarded.replace(/:\d+$/, "")}:${port}`] : [])];
}

/** Compares in constant time: the time must not reveal how much of a guess was right. */
export function isSignature(signature: string, key: Buffer, text: string): boolean {
  const expected = hmac(key, text);
  const given = Buffer.from(signature, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
