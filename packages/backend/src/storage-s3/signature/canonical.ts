import { createHash, createHmac } from "node:crypto";
import { invalidRequest } from "../../storage/errors.ts";

// The canonical forms of Signature Version 4.
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html

export type Pairs = readonly (readonly [name: string, value: string])[];

/** A request as the client sent it, before its URL was normalized. */
export interface RawRequest {
  readonly method: string;
  /** The path as the client sent it, with its escapes. */
  readonly path: string;
  readonly query: Pairs;
  readonly headers: Headers;
}

/** The credential scope of a signing key. */
export interface CredentialScope {
  /** For example `20260131`. */
  readonly day: string;
  readonly region: string;
}

export const algorithm = "AWS4-HMAC-SHA256";

export function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

export function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

export function signingKey(secret: string, { day, region }: CredentialScope): Buffer {
  return hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), "s3"), "aws4_request");
}

export function scopeText({ day, region }: CredentialScope): string {
  return `${day}/${region}/s3/aws4_request`;
}

/**
 * Returns the canonical request, whose hash is signed.
 *
 * @param signedParts.path the signed path, which proxies may have changed
 * @param signedParts.host the signed host, which proxies may have changed
 */
export function canonicalRequest(
  { method, query, headers }: RawRequest,
  signedParts: {
    readonly path: string;
    readonly host: string;
    readonly headers: readonly string[];
    readonly payload: string;
  },
): string {
  const names = [...signedParts.headers].sort();
  const values = names.map((name) => {
    const value = name === "host" ? signedParts.host : (headers.get(name) ?? "");
    return `${name}:${value.trim().replace(/ +/g, " ")}\n`;
  });
  return [
    method,
    signedParts.path,
    canonicalQuery(query),
    values.join(""),
    names.join(";"),
    signedParts.payload,
  ].join("\n");
}

function canonicalQuery(query: Pairs): string {
  return query
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the path with S3's canonical escapes. */
export function canonicalPath(path: string): string {
  return path
    .split("/")
    .map((segment) => percentEncode(percentDecode(segment)))
    .join("/");
}

/** Escapes everything except the unreserved characters of RFC 3986. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** @throws {StorageError} when the text is not UTF-8 */
export function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidRequest("The URL is not encoded as UTF-8");
  }
}
