import { AuthClient } from "@supabase/auth-js";
import { decodeProtectedHeader, exportJWK, generateKeyPair, generateSecret, type JWK } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthFixture, authFixture, password } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { createAccessTokens } from "../../keys/access-token.ts";
import { loadSigningKeys } from "../../keys/signing-keys.ts";
import { createAuth } from "../app.ts";

let database: Database;
let wire: AuthFixture;
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database, { auth: { email: { enable_confirmations: false } } });
});
afterAll(() => database.close());

const algorithms = ["ES256", "RS256", "HS256"] as const;
type Algorithm = (typeof algorithms)[number];

async function jwk(algorithm: Algorithm, key_ops: string[]): Promise<JWK> {
  const key =
    algorithm === "HS256"
      ? await generateSecret(algorithm, { extractable: true })
      : (await generateKeyPair(algorithm, { extractable: true })).privateKey;
  return { ...(await exportJWK(key)), alg: algorithm, kid: crypto.randomUUID(), key_ops };
}

/** Returns an auth wire with the keys of a project's `signing_keys_path`. */
async function createWireWithKeys(projectKeys: readonly JWK[]) {
  const signingKeys = await loadSigningKeys(database, projectKeys);
  const tokens = createAccessTokens(signingKeys, wire.auth.keys.jwtSecret);
  const { app } = createAuth({ ...wire.auth, signingKeys, accessTokens: tokens });
  const client = new AuthClient({
    url: "http://localhost:3000",
    fetch: async (input, init) => app.request(new Request(input, init)),
    autoRefreshToken: false,
    persistSession: false,
  });
  return { app, client, tokens };
}

describe.each(algorithms)("the signing key %s, with the others retired", (algorithm) => {
  test("tokens are signed with the current key, the client can read them, and private keys are not published", async () => {
    const keys = await Promise.all(
      algorithms.map((candidate) =>
        jwk(candidate, candidate === algorithm ? ["sign", "verify"] : ["verify"]),
      ),
    );
    const { app, client } = await createWireWithKeys(keys);
    const email = `${algorithm}@example.com`;
    const { data } = await client.signUp({ email, password });
    const token = data.session?.access_token ?? "";
    expect(decodeProtectedHeader(token)).toMatchObject({
      alg: algorithm,
      kid: keys.find(({ alg }) => alg === algorithm)?.kid,
    });
    const { data: claimsData, error } = await client.getClaims(token);
    expect(error).toBeNull();
    expect(claimsData?.claims.email).toBe(email.toLowerCase());

    const response = await app.request("/.well-known/jwks.json");
    const keySet = JSON.parse(await response.text());
    expect(keySet.keys.map((key: JWK) => key.alg).sort()).toEqual(["ES256", "RS256"]);
    for (const key of keySet.keys) {
      expect(key).toMatchObject({ key_ops: ["verify"], use: "sig" });
      for (const member of ["d", "p", "q", "dp", "dq", "qi", "k"]) {
        expect(key).not.toHaveProperty(member);
      }
    }
  });
});

test("a token for another audience is not accepted as an access token", async () => {
  const { app, client, tokens } = await createWireWithKeys([await jwk("ES256", ["sign"])]);
  const { data } = await client.signUp({ email: "audience@example.com", password });
  const requestUser = async (aud: string | string[]) => {
    const token = await tokens.sign({
      sub: data.user?.id ?? "",
      aud,
      exp: Math.floor(Date.now() / 1000) + 60,
    });
    const response = await app.request("/user", { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  expect(await requestUser("an OAuth client")).toMatchObject({
    status: 403,
    body: { error_code: "bad_jwt" },
  });
  expect((await requestUser("authenticated")).status).toBe(200);
  expect((await requestUser(["another", "authenticated"])).status).toBe(200);
});
