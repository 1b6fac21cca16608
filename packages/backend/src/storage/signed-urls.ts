import { createHmac, type KeyObject } from "node:crypto";
import { errors, jwtVerify } from "jose";
import { invalidSignature, invalidToken } from "./errors.ts";
import type { Transformation } from "./images/transformation.ts";
import type { ObjectLocation } from "./names.ts";

/** A signed URL allows one action on one object. */
export type SignedAction = "download" | "upload";

export interface SignedClaims {
  readonly exp: number;
  readonly owner?: string;
  readonly upsert?: boolean;
  /** The encrypted signer of an upload. */
  readonly signer?: string;
  /** How to transform an image. */
  readonly transformation?: Transformation;
}

const header = encode({ alg: "HS256", typ: "JWT" });

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/**
 * Returns the token of a signed URL, a JWT (RFC 7519).
 *
 * @param lifetime in seconds
 */
export function signUrl(
  key: KeyObject,
  action: SignedAction,
  { bucket, name }: ObjectLocation,
  { lifetime, ...claims }: { readonly lifetime: number } & Partial<Omit<SignedClaims, "exp">>,
): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    ...claims,
    url: `${bucket}/${name}`,
    scope: action,
    iat: now,
    exp: now + lifetime,
  };
  const signed = `${header}.${encode(payload)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

/**
 * Verifies the token of a signed URL: signature, action, object and expiry.
 *
 * @throws {StorageError}
 */
export async function verifyUrl(
  key: KeyObject,
  action: SignedAction,
  { bucket, name }: ObjectLocation,
  token: string,
): Promise<SignedClaims> {
  const { payload } = await jwtVerify<SignedClaims & { url?: string; scope?: string }>(token, key, {
    algorithms: ["HS256"],
    requiredClaims: ["exp"],
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? invalidToken(error.message) : error;
  });
  if (payload.scope !== action) throw invalidSignature(`Token is not scoped for ${action}`);
  if (payload.url !== `${bucket}/${name}`) throw invalidSignature();
  return payload;
}
