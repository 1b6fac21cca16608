import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { sql } from "../database/sql.ts";
import type { Caller, Storage } from "./context.ts";
import { accessDenied, invalidSignature } from "./errors.ts";
import { isUuid, type Place } from "./names.ts";
import { openScope, ownerOf, type StorageContext } from "./request.ts";
import type { Scope } from "./scope.ts";
import { signUrl, verifyUrl } from "./signed-urls.ts";

/** In seconds: a signed URL for an upload is good for two hours, as on the hosted service. */
const lifetime = 2 * 60 * 60;

/** The name by which policies know both the signing and, once more, the upload. */
export const signOperation = "storage.object.sign_upload_url";

/** Who has signed a URL for an upload. */
interface Signer extends Caller {
  /** True when the caller had an account here; tokens of others have none. */
  readonly hasAccount: boolean;
}

/** Makes the token by which anybody uploads the object once, in the name of the scope's caller. */
export async function signUpload(
  storage: Storage,
  scope: Scope,
  place: Place,
  upsert: boolean,
): Promise<string> {
  const owner = ownerOf(scope);
  const hasAccount = owner !== undefined && (await hasLiveAccount(storage, owner));
  return signUrl(storage.urlKey, "upload", place, {
    ...{ lifetime, upsert },
    ...(owner !== undefined && { owner }),
    signer: seal(storage.urlKey, { ...scope.caller, hasAccount }),
  });
}

/** An upload, and in whose name it is. */
export interface SignedUpload {
  /** Of the signer: the policies are asked again, as they may refuse by now. */
  readonly scope: Scope;
  readonly owner: string | undefined;
  readonly isUpsert: boolean;
}

/** @throws {StorageError} when the token is not for this object, or its signer's account is gone */
export async function signedUpload(
  storage: Storage,
  c: StorageContext,
  place: Place,
  token: string,
): Promise<SignedUpload> {
  const { owner, signer, upsert = false } = await verifyUrl(storage.urlKey, "upload", place, token);
  const { hasAccount, ...caller } = open(storage.urlKey, signer);
  if (hasAccount && !(await hasLiveAccount(storage, owner))) {
    throw accessDenied("The account that has signed this URL is gone");
  }
  return { scope: { ...openScope(c, signOperation), caller }, owner, isUpsert: upsert };
}

async function hasLiveAccount({ database }: Storage, owner: string | undefined): Promise<boolean> {
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

/** The URL is for others, and the claims of its signer are not. */
function seal(key: KeyObject, signer: Signer): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, sealingKey(key), nonce);
  const content = Buffer.concat([cipher.update(JSON.stringify(signer)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString("base64url");
}

/** @throws {StorageError} when nobody has sealed it here, as before there were signers in tokens */
function open(key: KeyObject, sealed: string | undefined): Signer {
  if (sealed === undefined) throw invalidSignature();
  const bytes = Buffer.from(sealed, "base64url");
  const opener = createDecipheriv(algorithm, sealingKey(key), bytes.subarray(0, nonceLength));
  opener.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const content = opener.update(bytes.subarray(nonceLength + tagLength));
  return JSON.parse(Buffer.concat([content, opener.final()]).toString());
}
