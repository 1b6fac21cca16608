import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import { canSign } from "../config/files/signing-keys.ts";
import type { Connection, Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { withMigrationLock } from "../database/system.ts";
import { type Algorithm, createSigner, type Signer } from "./signer.ts";

/** A key that verifies access tokens. */
export interface VerifyingKey {
  readonly kid: string;
  readonly algorithm: Algorithm;
  readonly verifier: CryptoKey | Uint8Array;
  /** The key's entry in `/.well-known/jwks.json`. Undefined for a shared secret. */
  readonly publicJwk: JWK | undefined;
}

/** A key that also signs access tokens. */
export interface SigningKey extends VerifyingKey {
  readonly sign: Signer;
}

/** The keys of a project: the first one signs, all verify. */
export type SigningKeys = readonly [SigningKey, ...VerifyingKey[]];

/**
 * Loads a project's signing keys. If none are configured (`auth.signing_keys_path`), the first start generates an ES256
 * key and stores it in the database for all processes.
 *
 * @param configuredKeys the JSON Web Keys of `signing_keys_path`. The first one that may sign is used to sign. A key
 * whose `key_ops` no longer includes "sign" still verifies its tokens until it is removed
 */
export async function loadSigningKeys(
  database: Database,
  configuredKeys: readonly JWK[] = [],
): Promise<SigningKeys> {
  const keys = configuredKeys.length > 0 ? configuredKeys : await readStoredKeys(database);
  const signingJwk = keys.find(canSign);
  if (!signingJwk) throw new Error("There is no key to sign access tokens with.");
  const otherJwks = keys.filter((key) => key !== signingJwk);
  return [await signingKey(signingJwk), ...(await Promise.all(otherJwks.map(verifyingKey)))];
}

async function readStoredKeys(database: Database): Promise<JWK[]> {
  const selectKeys = (connection: Connection) =>
    connection.query<{ private_jwk: JWK }>(
      sql`select private_jwk from portico.signing_keys order by created_at desc, kid`,
    );
  const { rows } = await selectKeys(database);
  if (rows.length > 0) return rows.map((row) => row.private_jwk);
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const generated: JWK = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: "ES256" };
  let keys: JWK[] = [];
  // Two processes may start at the same time. The second one waits and uses the first one's key; with two keys, the
  // processes would refuse each other's tokens.
  await withMigrationLock(database, async (connection) => {
    await connection.query(sql`
      insert into portico.signing_keys (kid, private_jwk) select ${generated.kid}, ${generated}
      where not exists (select from portico.signing_keys)`);
    keys = (await selectKeys(connection)).rows.map((row) => row.private_jwk);
  });
  return keys;
}

async function signingKey(jwk: JWK): Promise<SigningKey> {
  const key = await verifyingKey(jwk);
  return { ...key, sign: await createSigner(jwk, key.algorithm) };
}

async function verifyingKey(jwk: JWK): Promise<VerifyingKey> {
  const algorithm = algorithmOf(jwk);
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
  if (algorithm === "HS256") {
    const secret = await importJWK({ kty: "oct", k: jwk.k ?? "" }, algorithm);
    return { kid, algorithm, verifier: secret, publicJwk: undefined };
  }
  // List the public members (RFC 7517), so that a private member of any key type is never published.
  const { kty, crv, x, y, n, e } = jwk;
  const publicMembers = algorithm === "ES256" ? { kty, crv, x, y } : { kty, n, e };
  const publicJwk: JWK = Object.fromEntries(
    Object.entries({
      ...publicMembers,
      alg: algorithm,
      kid,
      use: "sig",
      key_ops: ["verify"],
    }).filter(([, value]) => value !== undefined),
  );
  return { kid, algorithm, verifier: await importJWK(publicJwk, algorithm), publicJwk };
}

function algorithmOf(jwk: JWK): Algorithm {
  if (jwk.kty === "EC" && jwk.crv === "P-256") return "ES256";
  if (jwk.kty === "RSA") return "RS256";
  if (jwk.kty === "oct") return "HS256";
  throw new Error(`A signing key must be an EC P-256, RSA or oct key, not ${jwk.kty}.`);
}
