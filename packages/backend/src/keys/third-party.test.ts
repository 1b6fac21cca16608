import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { type ConfigInput, defaultConfig } from "../config/sections/schema.ts";
import type { AccessTokens } from "./access-token.ts";
import { type Fetch, withThirdParty } from "./third-party.ts";

type ThirdParty = NonNullable<NonNullable<ConfigInput["auth"]>["third_party"]>;

let serviceKeys: Awaited<ReturnType<typeof generateKeyPair>>;
let jwks: object;
beforeAll(async () => {
  serviceKeys = await generateKeyPair("RS256");
  jwks = { keys: [{ ...(await exportJWK(serviceKeys.publicKey)), kid: "theirs", alg: "RS256" }] };
});

/** A stub for the project's own tokens that records whether it was called. */
const projectTokens: AccessTokens = {
  sign: async () => "",
  verify: async () => ({ sub: "ours" }),
};

function tokensOf(third_party: ThirdParty, service: { isDown: boolean } = { isDown: false }) {
  const requestedUrls: string[] = [];
  const fetch: Fetch = async (url) => {
    requestedUrls.push(url);
    if (service.isDown) throw new TypeError("fetch failed");
    const isDiscovery = url.endsWith("/.well-known/openid-configuration");
    return Response.json(isDiscovery ? { jwks_uri: "https://keys.example/jwks" } : jwks);
  };
  const { auth } = defaultConfig({ auth: { third_party } });
  return { tokens: withThirdParty(projectTokens, auth.third_party, fetch), asked: requestedUrls };
}

const signToken = (claims: object, key: CryptoKey = serviceKeys.privateKey, kid = "theirs") =>
  new SignJWT({ sub: "theirs", role: "authenticated", ...claims })
    .setProtectedHeader({ alg: "RS256", kid })
    .setExpirationTime("5m")
    .sign(key);

test.each<[ThirdParty, string]>([
  [{ firebase: { enabled: true, project_id: "mine" } }, "https://securetoken.google.com/mine"],
  [{ auth0: { enabled: true, tenant: "mine" } }, "https://mine.auth0.com"],
  [{ auth0: { enabled: true, tenant: "mine", tenant_region: "eu" } }, "https://mine.eu.auth0.com"],
  [
    { aws_cognito: { enabled: true, user_pool_id: "pool", user_pool_region: "eu-west-1" } },
    "https://cognito-idp.eu-west-1.amazonaws.com/pool",
  ],
  [{ clerk: { enabled: true, domain: "clerk.example.com" } }, "https://clerk.example.com"],
  [
    { workos: { enabled: true, issuer_url: "https://api.workos.com/x/" } },
    "https://api.workos.com/x",
  ],
])("with %o a token of %s is verified by the keys that it publishes", async (config, issuer) => {
  const { tokens, asked: requestedUrls } = tokensOf(config);
  for (const iss of [issuer, `${issuer}/`]) {
    expect(await tokens.verify(await signToken({ iss }))).toMatchObject({ sub: "theirs", iss });
  }
  expect(requestedUrls).toEqual([
    `${issuer}/.well-known/openid-configuration`,
    "https://keys.example/jwks",
  ]);
});

const auth0 = { auth0: { enabled: true, tenant: "mine" } };
const iss = "https://mine.auth0.com/";

test("other tokens are verified by the project, and so are all tokens without a third-party service", async () => {
  const { tokens, asked: requestedUrls } = tokensOf(auth0);
  expect(await tokens.verify(await signToken({ iss: "https://other.auth0.com/" }))).toEqual({
    sub: "ours",
  });
  expect(await tokens.verify("nonsense")).toEqual({ sub: "ours" });
  expect(requestedUrls).toEqual([]);
  const { tokens: none } = tokensOf({});
  expect(none).toBe(projectTokens);
});

test("a third-party token is refused if its signature is invalid or it has expired", async () => {
  const { tokens } = tokensOf(auth0);
  const forger = await generateKeyPair("RS256");
  await expect(tokens.verify(await signToken({ iss }, forger.privateKey))).rejects.toMatchObject({
    reason: "signature",
  });
  const secret = new SignJWT({ iss, role: "service_role" }).setProtectedHeader({ alg: "HS256" });
  await expect(
    tokens.verify(await secret.sign(new TextEncoder().encode(JSON.stringify(jwks)))),
  ).rejects.toMatchObject({ reason: "signature" });
  const expired = await new SignJWT({ iss, exp: 1 })
    .setProtectedHeader({ alg: "RS256", kid: "theirs" })
    .sign(serviceKeys.privateKey);
  await expect(tokens.verify(expired)).rejects.toMatchObject({ reason: "expired" });
});

test("a third-party token is refused while the service is unreachable, and accepted afterwards", async () => {
  const service = { isDown: true };
  const { tokens } = tokensOf(auth0, service);
  const token = await signToken({ iss });
  await expect(tokens.verify(token)).rejects.toMatchObject({ reason: "unknown key" });
  service.isDown = false;
  expect(await tokens.verify(token)).toMatchObject({ sub: "theirs" });
});
