import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import type { Connection, Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { onceAtATime } from "../database/system.ts";

/** A key that signs access tokens. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: "ES256" | "RS256" | "HS256";
  readonly signer: CryptoKey | Uint8Array;
  readonly verifier: CryptoKey | Uint8Array;
  /** What `/.well-known/jwks.json` says of it; undefined for a shared secret. */
  readonly publicJwk: JWK | undefined;
}

/**
 * The keys of a project, the signing one first. Without keys of its own (`auth.signing_keys_path`),
 * an ES256 key is made at the first start and kept with the data, for all processes on it.
 *
 * @param own the JSON Web Keys of `signing_keys_path`, with their private parts
 */
export async function loadSigningKeys(
  database: Database,
  own: readonly JWK[] = [],
): Promise<[SigningKey, ...SigningKey[]]> {
  const [first, ...others] = own.length > 0 ? own : await storedKeys(database);
  if (!first) throw new Error("There is no key to sign access tokens with.");
  return [await signingKey(first), ...(await Promise.all(others.map(signingKey)))];
}

async function storedKeys(database: Database): Promise<JWK[]> {
  const stored = (connection: Connection) =>
    connection.query<{ private_jwk: JWK }>(
      sql`select private_jwk from portico.signing_keys order by created_at desc, kid`,
    );
  const { rows } = await stored(database);
  if (rows.length > 0) return rows.map((row) => row.private_jwk);
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  const made: JWK = { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: "ES256" };
  let keys: JWK[] = [];
  // Two processes may start at once. The first key stands, and the other process waits to see it:
  // each with a key of its own, they would not believe each other's tokens.
  await onceAtATime(database, async (connection) => {
    await connection.query(sql`
      insert into portico.signing_keys (kid, private_jwk) select ${made.kid}, ${made}
      where not exists (select from portico.signing_keys)`);
    keys = (await stored(connection)).rows.map((row) => row.private_jwk);
  });
  return keys;
}

async function signingKey(jwk: JWK): Promise<SigningKey> {
  const algorithm = algorithmOf(jwk);
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk));
  const signer = await importJWK(jwk, algorithm);
  if (algorithm === "HS256") {
    return { kid, algorithm, signer, verifier: signer, publicJwk: undefined };
  }
  // RFC 7517: an allow-list, so that no private member of a key type can slip through.
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
  return { kid, algorithm, signer, verifier: await importJWK(publicJwk, algorithm), publicJwk };
}

function algorithmOf(jwk: JWK): SigningKey["algorithm"] {
  if (jwk.kty === "EC" && jwk.crv === "P-256") return "ES256";
  if (jwk.kty === "RSA") return "RS256";
  if (jwk.kty === "oct") return "HS256";
  throw new Error(`A signing key must be an EC P-256, RSA or oct key, not ${jwk.kty}.`);
}
