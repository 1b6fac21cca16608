import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { sql } from "../database/sql.ts";
import type { Caller, StorageContext } from "./context.ts";
import { accessDenied, invalidSignature } from "./errors.ts";
import { isUuid, type ObjectLocation } from "./names.ts";
import { type HttpContext, openScope, ownerOf } from "./request.ts";
import type { Scope } from "./scope.ts";
import { signUrl, verifyUrl } from "./signed-urls.ts";

/** Signed upload URLs are valid for two hours, as on the hosted service. */
const lifetimeSeconds = 2 * 60 * 60;

/** The operation name that policies read, at signing and at the upload. */
export const signOperation = "storage.object.sign_upload_url";

/** The caller who signed an upload URL. */
interface Signer extends Caller {
  /** True if the caller had an account. Tokens of other issuers have none. */
  readonly hasAccount: boolean;
}

/** Returns a token for one upload of the object on behalf of the scope's caller. */
export async function signUpload(
  context: StorageContext,
  scope: Scope,
  location: ObjectLocation,
  upsert: boolean,
): Promise<string> {
  const owner = ownerOf(scope);
  const hasAccount = owner !== undefined && (await hasLiveAccount(context, owner));
  return signUrl(context.urlKey, "upload", location, {
    ...{ lifetime: lifetimeSeconds, upsert },
    ...(owner !== undefined && { owner }),
    signer: seal(context.urlKey, { ...scope.caller, hasAccount }),
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
export async function signedUpload(
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
  const { hasAccount, ...caller } = open(context.urlKey, signer);
  if (hasAccount && !(await hasLiveAccount(context, owner))) {
    throw accessDenied("The account that has signed this URL is gone");
  }
  return { scope: { ...openScope(c, signOperation), caller }, owner, isUpsert: upsert };
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

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

const sealingKey = (key: KeyObject) =>
  Buffer.from(hkdfSync("sha256", key, "", "signers of uploads", 32));

/** Encrypts the signer's claims, which users of the URL must not read. */
function seal(key: KeyObject, signer: Signer): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, sealingKey(key), nonce);
  const content = Buffer.concat([cipher.update(JSON.stringify(signer)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString("base64url");
}

/** @throws {StorageError} when it was not encrypted with this key, as in tokens of older versions */
function open(key: KeyObject, sealed: string | undefined): Signer {
  if (sealed === undefined) throw invalidSignature();
  const bytes = Buffer.from(sealed, "base64url");
  const opener = createDecipheriv(algorithm, sealingKey(key), bytes.subarray(0, nonceLength));
  opener.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const content = opener.update(bytes.subarray(nonceLength + tagLength));
  return JSON.parse(Buffer.concat([content, opener.final()]).toString());
}
