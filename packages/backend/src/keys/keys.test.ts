import { createSecretKey } from "node:crypto";
import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { onceAtATime } from "../database/system.ts";
import { accessTokens } from "./access-token.ts";
import { loadProjectKeys } from "./project.ts";
import { loadSigningKeys } from "./signing-keys.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const now = () => Math.floor(Date.now() / 1000);

test("a project's keys are made once, by whichever process comes first", async () => {
  const [one, two] = await Promise.all([loadProjectKeys(database), loadProjectKeys(database)]);
  expect(one.publishable).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/);
  expect(one.secret).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/);
  expect(two).toMatchObject({ publishable: one.publishable, secret: one.secret, anon: one.anon });
  const [keys, again] = await Promise.all([loadSigningKeys(database), loadSigningKeys(database)]);
  expect(again[0].kid).toBe(keys[0].kid);
});

test("a process waits to see the signing key that another one is making", async () => {
  const { rows } = await database.query<{ kid: string; private_jwk: object }>(
    sql`delete from portico.signing_keys returning kid, private_jwk`,
  );
  const made = rows[0];
  const loading: Promise<{ readonly kid: string }[]>[] = [];
  await onceAtATime(database, async (connection) => {
    await connection.query(sql`
      insert into portico.signing_keys (kid, private_jwk) values (${made?.kid}, ${made?.private_jwk})`);
    loading.push(loadSigningKeys(database));
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect((await loading[0])?.map(({ kid }) => kid)).toEqual([made?.kid]);
});

test("what is published of a signing key cannot sign", async () => {
  const [key] = await loadSigningKeys(database);
  expect(Object.keys(key.publicJwk ?? {}).sort()).toEqual(
    ["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"].sort(),
  );
});

describe("an access token", () => {
  test("is verified by the key that signed it, the project's own algorithm ES256", async () => {
    const tokens = await makeTokens();
    const token = await tokens.sign({ sub: "me", exp: now() + 60 });
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(await tokens.verify(token)).toMatchObject({ sub: "me" });
  });

  test("still counts after a newer key took over", async () => {
    const project = await loadProjectKeys(database);
    const old = await loadSigningKeys(database);
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const rotated = await loadSigningKeys(database, [
      { ...(await exportJWK(privateKey)), kid: "new" },
    ]);
    const before = await accessTokens(old, project.jwtSecret).sign({ sub: "me", exp: now() + 60 });
    const tokens = accessTokens([...rotated, ...old], project.jwtSecret);
    expect(await tokens.verify(before)).toMatchObject({ sub: "me" });
    expect(decodeProtectedHeader(await tokens.sign({ sub: "me" }))).toMatchObject({
      alg: "RS256",
      kid: "new",
    });
  });

  test.each([
    ["expired", { exp: now() - 120 }, "expired"],
    ["from the future", { iat: now() + 600, exp: now() + 900 }, "issued in the future"],
    ["not to be used yet", { nbf: now() + 600, exp: now() + 900 }, "not yet valid"],
  ])("that is %s is refused", async (_, claims, reason) => {
    const tokens = await makeTokens();
    await expect(tokens.verify(await tokens.sign(claims))).rejects.toMatchObject({ reason });
  });

  test("with no signature, another's, or the public key used as a secret is refused", async () => {
    const project = await loadProjectKeys(database);
    const [key] = await loadSigningKeys(database);
    const tokens = accessTokens([key], project.jwtSecret);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const none = `${part({ alg: "none" })}.${part({ sub: "me", role: "service_role" })}.`;
    await expect(tokens.verify(none)).rejects.toMatchObject({ reason: "signature" });

    const forger = await generateKeyPair("ES256");
    const forged = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "ES256", kid: key.kid })
      .sign(forger.privateKey);
    await expect(tokens.verify(forged)).rejects.toMatchObject({ reason: "signature" });

    const confused = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "HS256", kid: key.kid })
      .sign(createSecretKey(Buffer.from(JSON.stringify(key.publicJwk))));
    await expect(tokens.verify(confused)).rejects.toMatchObject({ reason: "unknown key" });
    await expect(tokens.verify("nonsense")).rejects.toMatchObject({ reason: "parts" });
    await expect(tokens.verify("a.b.c")).rejects.toMatchObject({ reason: "malformed" });
  });

  test("of the classic kind, signed by the project's secret, counts", async () => {
    const project = await loadProjectKeys(database);
    const tokens = await makeTokens();
    expect(await tokens.verify(project.anon)).toMatchObject({ role: "anon" });
    expect(await tokens.verify(project.serviceRole)).toMatchObject({ role: "service_role" });
  });
});

async function makeTokens() {
  const project = await loadProjectKeys(database);
  return accessTokens(await loadSigningKeys(database), project.jwtSecret);
}
