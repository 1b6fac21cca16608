import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SocialFixture, socialFixture } from "../../../test/auth/social.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { ConfigInput } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";

let database: Database;
const createFixture = (auth: ConfigInput["auth"]) => socialFixture(database, { auth });
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.query(sql`delete from auth.users`));

describe("ID tokens of a custom provider", () => {
  let issuer: string;
  let wire: SocialFixture;
  let sign: (claims: JWTPayload, alg?: string) => Promise<string>;
  let areKeysAvailable = true;
  const server = createServer((request, response) => {
    const isKeysRequest = request.url === "/realms/main/protocol/openid-connect/certs";
    response.writeHead(isKeysRequest && areKeysAvailable ? 200 : 503, {
      "content-type": "application/json",
    });
    response.end(keySet);
  });
  let keySet: string;
  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair("RS256");
    keySet = JSON.stringify({
      keys: [{ ...(await exportJWK(publicKey)), kid: "k", alg: "RS256" }],
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    issuer = `http://127.0.0.1:${address.port}/realms/main`;
    // ID tokens are verified without the client's secret.
    wire = await createFixture({
      external: { keycloak: { enabled: true, client_id: "web, ios", url: `${issuer}/` } },
    });
    sign = async (claims, alg = "RS256") =>
      new SignJWT({
        iss: issuer,
        sub: "f:1",
        aud: "ios",
        email: "ada@example.com",
        email_verified: true,
        name: "Ada Lovelace",
        ...claims,
      })
        .setProtectedHeader({ alg, kid: "k" })
        .setIssuedAt()
        .setExpirationTime(claims.exp ?? "5m")
        .sign(alg === "HS256" ? new TextEncoder().encode(keySet) : privateKey);
  });
  afterAll(() => server.close());

  const signIn = (token: string, params: object = {}) =>
    wire.client().signInWithIdToken({ provider: "keycloak", token, ...params });

  it("a custom provider's ID token is accepted for each client id", async () => {
    for (const aud of ["web", "ios", ["other", "ios"]]) {
      const { data, error } = await signIn(await sign({ aud }));
      expect(error).toBeNull();
      expect(data.user).toMatchObject({
        email: "ada@example.com",
        user_metadata: { iss: issuer, sub: "f:1", name: "Ada Lovelace" },
      });
    }
  });

  it("a custom provider's ID token with too many claims is accepted, and the claims that fit are stored", async () => {
    const firstSignIn = await signIn(
      await sign({ groups: "g".repeat(20_000), website: "https://a.example" }),
    );
    expect(firstSignIn.error).toBeNull();
    const { user } = firstSignIn.data;
    expect(JSON.stringify(user?.user_metadata).length).toBeLessThan(17_000);
    expect(JSON.stringify(user?.identities).length).toBeLessThan(17_000);
    expect(user?.user_metadata).toMatchObject({ email: "ada@example.com", name: "Ada Lovelace" });

    // The account has as much metadata as an administrator may set, and a sign-in must not add any.
    await database.query(sql`
      update auth.users set raw_user_meta_data = ${{ full: "f".repeat(65_500) }} where id = ${user?.id ?? ""}`);
    const secondSignIn = await signIn(await sign({ name: "n".repeat(1000) }));
    expect(secondSignIn.error).toBeNull();
    expect(JSON.stringify(secondSignIn.data.user?.user_metadata).length).toBeLessThan(65_536);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["for another audience", { aud: "android" }, "Unacceptable audience in id_token: [android]"],
    ["for other audiences", { aud: ["a", "b"] }, "Unacceptable audience in id_token: [a b]"],
    ["without an audience", { aud: undefined }, "Unacceptable audience in id_token: []"],
    ["without a subject", { sub: undefined }, "Missing sub claim in id_token"],
    ["with an empty subject", { sub: "" }, "Missing sub claim in id_token"],
    ["from another issuer", { iss: "https://id.test" }, "Bad ID token"],
    ["that has expired", { exp: 1 }, "Bad ID token"],
  ])("a custom provider's ID token %s is refused", async (_, claims, message) => {
    expect((await signIn(await sign(claims))).error).toMatchObject({ status: 400, message });
  });

  it("an ID token signed with the provider's public key as a secret, or unsigned, is refused", async () => {
    const token = await sign({}, "HS256");
    expect((await signIn(token)).error).toMatchObject({ message: "Bad ID token" });
    const [header, payload] = new UnsecuredJWT({ iss: issuer, sub: "f:1", aud: "ios" })
      .setIssuedAt()
      .setExpirationTime("5m")
      .encode()
      .split(".");
    const unsignedResponse = await signIn(`${header}.${payload}.`);
    expect(unsignedResponse.error).toMatchObject({ message: "Bad ID token" });
  });

  it("the access token hash of OpenID Connect's example is accepted", async () => {
    // OpenID Connect Core, appendix A.3
    const token = await sign({ at_hash: "77QmUPtjPfzWtF2AnpK9RQ" });
    const access_token = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y";
    expect((await signIn(token, { access_token })).error).toBeNull();
    expect((await signIn(token)).error).toBeNull();
    expect((await signIn(token, { access_token: "x" })).error).toMatchObject({
      message: "Bad ID token",
    });
    expect((await signIn(await sign({}), { access_token: "x" })).error).toBeNull();
  });

  it("an ID token is not reported as invalid if the provider's keys cannot be fetched", async () => {
    areKeysAvailable = false;
    const withoutCachedKeys = await createFixture({
      external: { keycloak: { enabled: true, client_id: "ios", url: issuer } },
    });
    const { status, body } = await withoutCachedKeys.post("/token?grant_type=id_token", {
      provider: "keycloak",
      id_token: await sign({}),
    });
    expect(status).toBe(500);
    expect(body).toMatchObject({ error_code: "unexpected_failure" });
    areKeysAvailable = true;
  });
});
