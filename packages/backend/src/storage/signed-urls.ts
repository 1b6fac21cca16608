import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { errors, jwtVerify } from "jose";
import { sql } from "../database/sql.ts";
import type { Caller } from "../http/caller/caller.ts";
import type { StorageContext } from "./context.ts";
import { accessDenied, invalidSignature, invalidToken } from "./errors.ts";
import type { Transformation } from "./images/transformation-parameters.ts";
import { isUuid, type ObjectLocation } from "./names.ts";
import { anonymousScope, type HttpContext } from "./request.ts";
import { ownerOf, type Scope } from "./scope.ts";

/** A signed URL allows one action on one object. */
export type SignedAction = "download" | "upload";

export interface SignedClaims {
  readonly exp: number;
  readonly owner?: string;
  readonly upsert?: boolean;
  /** The encrypted signer of an upload. */
  readonly signer?: string;
  /** The version of the object, if the URL is for one. */
  readonly version?: string;
  /** The transformation of an image. */
  readonly transformation?: Transformation;
}

const header = encode({ alg: "HS256", typ: "JWT" });

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/** Returns the token of a signed URL, a JWT (RFC 7519). */
export function signUrl(
  key: KeyObject,
  action: SignedAction,
  { bucket, name }: ObjectLocation,
  {
    lifetimeSeconds,
    ...claims
  }: { readonly lifetimeSeconds: number } & Partial<Omit<SignedClaims, "exp">>,
): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    ...claims,
    url: `${bucket}/${name}`,
    scope: action,
    iat: now,
    exp: now + lifetimeSeconds,
  };
  const signingInput = `${header}.${encode(payload)}`;
  return `${signingInput}.${createHmac("sha256", key).update(signingInput).digest("base64url")}`;
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

/** Signed upload URLs are valid for two hours, as on the hosted service. */
const uploadLifetimeSeconds = 2 * 60 * 60;

/** The operation name that policies read, both when the URL is signed and when it is used. */
export const signOperation = "storage.object.sign_upload_url";

/** The caller who signed an upload URL. */
interface Signer extends Caller {
  /** True if the caller has an account. Tokens of other issuers have none. */
  readonly hasAccount: boolean;
}

/** Returns the token of a URL for one upload of the object on behalf of the scope's caller. */
export async function signUploadUrl(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
  isUpsert: boolean,
): Promise<string> {
  const owner = ownerOf(scope);
  const hasAccount = owner !== undefined && (await hasLiveAccount(context, owner));
  return signUrl(context.urlKey, "upload", location, {
    lifetimeSeconds: uploadLifetimeSeconds,
    upsert: isUpsert,
    ...(owner !== undefined && { owner }),
    signer: encryptSigner(context.urlKey, { ...scope.caller, hasAccount }),
  });
}

/** An upload with a signed URL. */
export interface SignedUpload {
  /** The signer's scope. Policies are checked again, because they may have changed. */
  readonly scope: Scope;
  readonly owner: string | undefined;
  readonly isUpsert: boolean;
}

/** @throws {StorageError} when the token is not for this object, or its signer's account was deleted */
export async function verifyUploadUrl(
  context: StorageContext,
  c: HttpContext,
  location: ObjectLocation,
  token: string,
): Promise<SignedUpload> {
  const {
    owner,
    signer,
    upsert = false,
  } = await verifyUrl(context.urlKey, "upload", location, token);
  const { hasAccount, ...caller } = decryptSigner(context.urlKey, signer);
  if (hasAccount && !(await hasLiveAccount(context, owner))) {
    throw accessDenied("The account that has signed this URL is gone");
  }
  return { scope: { ...anonymousScope(c, signOperation), caller }, owner, isUpsert: upsert };
}

async function hasLiveAccount(
  { database }: StorageContext,
  owner: string | undefined,
): Promise<boolean> {
  if (!isUuid(owner)) return false;
  const { rows } = await database.query(sql`select from auth.users
    where id = ${owner}::uuid and deleted_at is null and coalesce(banned_until < now(), true)`);
  return rows.length > 0;
}

const encryptionAlgorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

const encryptionKey = (key: KeyObject) =>
  Buffer.from(hkdfSync("sha256", key, "", "signers of uploads", 32));

/** Encrypts the signer's claims, because users of the URL must not read them. */
function encryptSigner(key: KeyObject, signer: Signer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(encryptionAlgorithm, encryptionKey(key), nonce);
  const content = Buffer.concat([cipher.update(JSON.stringify(signer)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString("base64url");
}

/** @throws {StorageError} when it was not encrypted with this key, as in tokens of older versions */
function decryptSigner(key: KeyObject, encryptedSigner: string | undefined): Signer {
  if (encryptedSigner === undefined) throw invalidSignature();
  const bytes = Buffer.from(encryptedSigner, "base64url");
  const decipher = createDecipheriv(
    encryptionAlgorithm,
    encryptionKey(key),
    bytes.subarray(0, nonceBytes),
  );
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const content = decipher.update(bytes.subarray(nonceBytes + tagBytes));
  return JSON.parse(Buffer.concat([content, decipher.final()]).toString());
}
