import { createSecretKey } from "node:crypto";
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { withMigrationLock } from "../database/system.ts";
import { createAccessTokens } from "./access-token.ts";
import { roleOfApiKey } from "./api-key.ts";
import { loadProjectKeys } from "./project.ts";
import { loadSigningKeys, type SigningKeys } from "./signing-keys.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const nowSeconds = () => Math.floor(Date.now() / 1000);

test("a project's keys are created once, by the first process", async () => {
  const [firstKey, secondKey] = await Promise.all([
    loadProjectKeys(database),
    loadProjectKeys(database),
  ]);
  expect(firstKey.publishable).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/);
  expect(firstKey.secret).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/);
  expect(secondKey).toMatchObject({
    publishable: firstKey.publishable,
    secret: firstKey.secret,
    anon: firstKey.anon,
  });
  const [keys, second] = await Promise.all([loadSigningKeys(database), loadSigningKeys(database)]);
  expect(second[0].kid).toBe(keys[0].kid);
});

test("a process waits for the signing key that another one creates", async () => {
  const { rows } = await database.query<{ kid: string; private_jwk: object }>(
    sql`delete from portico.signing_keys returning kid, private_jwk`,
  );
  const storedRow = rows[0];
  const loading: Promise<SigningKeys>[] = [];
  await withMigrationLock(database, async (connection) => {
    await connection.query(sql`
      insert into portico.signing_keys (kid, private_jwk) values (${storedRow?.kid}, ${storedRow?.private_jwk})`);
    loading.push(loadSigningKeys(database));
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect((await loading[0])?.map(({ kid }) => kid)).toEqual([storedRow?.kid]);
});

test("config.toml can set the keys of a project", async () => {
  const ownKeys = {
    publishable_key: "sb_publishable_mine",
    secret_key: "sb_secret_mine",
    anon_key: "an.anon.key",
    service_role_key: "a.service.key",
    jwt_secret: "a secret of sixteen characters or more",
  };
  const keys = await loadProjectKeys(database, ownKeys);
  expect(roleOfApiKey(keys, ownKeys.publishable_key)).toBe("anon");
  expect(roleOfApiKey(keys, ownKeys.secret_key)).toBe("service_role");
  expect(roleOfApiKey(keys, ownKeys.anon_key)).toBe("anon");
  expect(roleOfApiKey(keys, ownKeys.service_role_key)).toBe("service_role");
  expect(roleOfApiKey(keys, (await loadProjectKeys(database)).secret)).toBeUndefined();
  expect(new TextDecoder().decode(keys.jwtSecret)).toBe(ownKeys.jwt_secret);
});

test("the published part of a signing key cannot sign", async () => {
  const [key] = await loadSigningKeys(database);
  expect(Object.keys(key.publicJwk ?? {}).sort()).toEqual(
    ["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"].sort(),
  );
});

describe("an access token", () => {
  test("an access token is verified by its signing key, with the project's ES256 algorithm", async () => {
    const tokens = await makeTokens();
    const token = await tokens.sign({ sub: "me", exp: nowSeconds() + 60 });
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(await tokens.verify(token)).toMatchObject({ sub: "me" });
  });

  test("an access token is verified whatever the length of the numbers in its signature", async () => {
    const tokens = await makeTokens();
    // Sign many tokens, because only one in 256 numbers is encoded with fewer bytes.
    for (let n = 0; n < 1_000; n++) {
      const sub = `${n}`;
      const token = await tokens.sign({ sub, exp: nowSeconds() + 60 });
      expect(await tokens.verify(token)).toMatchObject({ sub });
    }
  });

  test("an access token of an older key is valid until that key is removed", async () => {
    const oldKey = await privateJwk("ES256", { kid: "old", key_ops: ["sign", "verify"] });
    const nextKey = await privateJwk("RS256", { kid: "next", key_ops: ["sign", "verify"] });
    const tokenBefore = await (await tokensOf([oldKey])).sign({
      sub: "me",
      exp: nowSeconds() + 60,
    });

    const rotated = await tokensOf([{ ...oldKey, key_ops: ["verify"] }, nextKey]);
    expect(await rotated.verify(tokenBefore)).toMatchObject({ sub: "me" });
    const laterToken = await rotated.sign({ sub: "me", exp: nowSeconds() + 60 });
    expect(decodeProtectedHeader(laterToken)).toMatchObject({ alg: "RS256", kid: "next" });
    const { d: _, ...publicHalf } = { ...oldKey, key_ops: ["verify"] };
    expect(await (await tokensOf([publicHalf, nextKey])).verify(tokenBefore)).toMatchObject({
      sub: "me",
    });

    await expect((await tokensOf([nextKey])).verify(tokenBefore)).rejects.toMatchObject({
      reason: "unknown key",
    });
  });

  test("an access token of one key is refused under the id of another", async () => {
    const firstKey = await privateJwk("RS256", { kid: "one" });
    const secondKey = await privateJwk("RS256", { kid: "two" });
    const renamed = await (await tokensOf([{ ...secondKey, kid: "one" }])).sign({ sub: "me" });
    await expect((await tokensOf([firstKey, secondKey])).verify(renamed)).rejects.toMatchObject({
      reason: "signature",
    });
  });

  test("an access token of a user names the issuer, if one is configured", async () => {
    const project = await loadProjectKeys(database);
    const keys = await loadSigningKeys(database);
    const tokens = createAccessTokens(keys, project.jwtSecret, "https://here.example");
    const signClaims = (claims: object) => tokens.sign({ ...claims, exp: nowSeconds() + 60 });
    await expect(
      tokens.verify(await signClaims({ sub: "me", iss: "https://elsewhere.example" })),
    ).rejects.toMatchObject({ reason: "issuer" });
    await tokens.verify(await signClaims({ sub: "me", iss: "https://here.example" }));
    await tokens.verify(await signClaims({ role: "service_role", iss: "supabase-demo" }));
    const externalToken = await new SignJWT({ sub: "me", iss: "an application" })
      .setProtectedHeader({ alg: "HS256" })
      .sign(project.jwtSecret);
    await tokens.verify(externalToken);
  });

  test.each([
    ["expired", { exp: nowSeconds() - 120 }, "expired"],
    [
      "from the future",
      { iat: nowSeconds() + 600, exp: nowSeconds() + 900 },
      "issued in the future",
    ],
    ["not to be used yet", { nbf: nowSeconds() + 600, exp: nowSeconds() + 900 }, "not yet valid"],
  ])("an access token that is %s is refused", async (_, claims, reason) => {
    const tokens = await makeTokens();
    await expect(tokens.verify(await tokens.sign(claims))).rejects.toMatchObject({ reason });
  });

  test("an access token without a signature, with another's, or signed with the public key as a secret is refused", async () => {
    const project = await loadProjectKeys(database);
    const [key] = await loadSigningKeys(database);
    const tokens = createAccessTokens([key], project.jwtSecret);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsignedToken = `${part({ alg: "none" })}.${part({ sub: "me", role: "service_role" })}.`;
    await expect(tokens.verify(unsignedToken)).rejects.toMatchObject({ reason: "signature" });

    const forger = await generateKeyPair("ES256");
    const forgedToken = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "ES256", kid: key.kid })
      .sign(forger.privateKey);
    await expect(tokens.verify(forgedToken)).rejects.toMatchObject({ reason: "signature" });

    const confused = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "HS256", kid: key.kid })
      .sign(createSecretKey(Buffer.from(JSON.stringify(key.publicJwk))));
    await expect(tokens.verify(confused)).rejects.toMatchObject({ reason: "unknown key" });
    await expect(tokens.verify("nonsense")).rejects.toMatchObject({ reason: "parts" });
    await expect(tokens.verify("a.b.c")).rejects.toMatchObject({ reason: "malformed" });
  });

  test("an access token of the older kind, signed with the project's secret, is accepted", async () => {
    const project = await loadProjectKeys(database);
    const tokens = await makeTokens();
    expect(await tokens.verify(project.anon)).toMatchObject({ role: "anon" });
    expect(await tokens.verify(project.serviceRole)).toMatchObject({ role: "service_role" });
  });
});

/** Returns a private key in the format of `supabase gen signing-key`. */
async function privateJwk(algorithm: "ES256" | "RS256", members: JWK): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: algorithm, use: "sig", ...members };
}

async function tokensOf(jwks: readonly JWK[]) {
  const project = await loadProjectKeys(database);
  return createAccessTokens(await loadSigningKeys(database, jwks), project.jwtSecret);
}

async function makeTokens() {
  const project = await loadProjectKeys(database);
  return createAccessTokens(await loadSigningKeys(database), project.jwtSecret);
}
