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
 * Verifies that the request is signed with one of the secrets.
 *
 * @returns the key that also signs the chunks of the request's body
 * @throws {StorageError}
 */
export function verifySignature(
  request: RawRequest,
  claimedSignature: ClaimedSignature,
  secrets: readonly string[],
): Buffer {
  const { date, scope, signature, signedHeaders, payload } = claimedSignature;
  checkSignedHeaders(request, signedHeaders);
  // Try every variant, because clients escape paths in different ways, and proxies change the host.
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
 * Checks that all `x-amz-` headers are signed, because they change what a request does. Otherwise, for example, a user
 * of a presigned upload URL could turn the upload into a copy.
 *
 * @throws {StorageError}
 */
function checkSignedHeaders({ headers }: RawRequest, signedHeaders: readonly string[]): void {
  if (!signedHeaders.includes("host")) throw unsignedHeader("host");
  for (const name of headers.keys()) {
    if (name.startsWith("x-amz-") && !signedHeaders.includes(name)) throw unsignedHeader(name);
  }
}

/** Returns the host names that the client may have used. */
function hostsOf(headers: Headers): readonly string[] {
  const host = headers.get("host") ?? "";
  const forwardedHost = headers.get("x-forwarded-host");
  if (!forwardedHost) return [host];
  const port = headers.get("x-forwarded-port");
  return [host, forwardedHost, ...(port ? [`${forwardedHost.replace(/:\d+$/, "")}:${port}`] : [])];
}

/** Returns whether the signature is correct. Compares in constant time, so that the time reveals nothing about it. */
export function isSignature(signature: string, key: Buffer, text: string): boolean {
  const expected = hmac(key, text);
  const signatureBytes = Buffer.from(signature, "hex");
  return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected);
}
