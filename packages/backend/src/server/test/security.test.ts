import { createSecretKey, randomUUID } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";
import { testLog } from "../../../test/test-log.ts";
import { createAccessTokens } from "../../keys/access-token.ts";
import { loadSigningKeys, type SigningKeys } from "../../keys/signing-keys.ts";
import { type RunningServer, startServer } from "../server.ts";

let server: RunningServer;
let keys: SigningKeys;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({
    "index.html": "<!doctype html><title>The page</title>",
    "supabase/config.toml": '[api]\nexternal_url = "https://door.example.com"\n',
  });
  storage = await makeTestStorage();
  server = await startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    storage: storage.storage,
    site: folder.path,
    env: {},
    expose: { inbox: true },
    log: testLog(),
  });
  keys = await loadSigningKeys(server.database);
});
afterAll(async () => {
  await server.close();
  await storage.drop();
  await folder.remove();
});

async function sendRequest(path: string, headers: Record<string, string> = {}, body?: object) {
  const response = await fetch(`${server.origin}${path}`, {
    redirect: "manual",
    headers: { "content-type": "application/json", ...headers },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith("{") ? JSON.parse(text) : text,
  };
}

const signUp = async () => {
  const email = `${randomUUID()}@example.com`;
  return (await sendRequest("/auth/v1/signup", {}, { email, password: "correct horse" })).body;
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe("every response", () => {
  test("every response has a fixed type and allows only https", async () => {
    const paths = [
      "/",
      "/auth/v1/health",
      "/auth/v1/user",
      "/rest/v1/nothing",
      "/inbox",
      "/none.js",
    ];
    for (const path of paths) {
      const { headers } = await sendRequest(path);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect([path, headers.get("strict-transport-security")]).toEqual([
        path,
        "max-age=31536000; includeSubDomains",
      ]);
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
      // Text responses name their character set. A redirect has no text.
      expect(headers.get("content-type") ?? "application/json").toMatch(
        /^application\/json|; *charset=utf-8$/i,
      );
      expect(headers.get("server"), path).toBeNull();
      expect(headers.get("x-powered-by"), path).toBeNull();
    }
  });

  test("every response of the auth wire is not stored, not framed, and sends no referrer", async () => {
    const { refresh_token } = await signUp();
    for (const response of [
      await sendRequest("/auth/v1/token?grant_type=refresh_token", {}, { refresh_token }),
      await sendRequest("/auth/v1/user"),
      await sendRequest("/auth/v1/verify?type=magiclink&token=none"),
    ]) {
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
      });
    }
  });
});

test("no header makes a caller look like the machine itself, which has no limits, or like several callers", async () => {
  const attempt = (headers: Record<string, string>, path = "/auth/v1/token") =>
    sendRequest(`${path}?grant_type=password`, headers, { email: "a@example.com", password: "x" });
  const claims = [
    (count: number) => ({ "x-forwarded-for": `203.0.113.${count}` }),
    (count: number) => ({ "x-forwarded-for": `127.0.0.1:${4000 + count}` }),
    (count: number) => ({ "x-forwarded-for": `[2001:db8::${count}]:80` }),
    (count: number) => ({ forwarded: `for=203.0.113.${count}` }),
    (count: number) => ({ "x-real-ip": `203.0.113.${count}` }),
    () => ({ "x-forwarded-for": "unknown" }),
    () => ({ "cf-connecting-ip": "::1" }),
  ];
  const statuses = [];
  for (let count = 0; count < 35; count++) {
    const claim = claims[count % claims.length]?.(count) ?? {};
    statuses.push((await attempt(claim, `/auth/v1/token${count % 2 ? "/" : ""}`)).status);
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(400));
  expect(new Set(statuses.slice(31))).toEqual(new Set([429]));
  expect((await attempt({})).status).toBe(400);
});

test("a path of the auth wire may end in a slash", async () => {
  const { access_token: token, user } = await signUp();
  expect((await sendRequest("/auth/v1/user/", bearer(token))).body).toMatchObject({ id: user.id });
  const wrongCredentials = { email: user.email, password: "correct horse" };
  const response = await sendRequest("/auth/v1/token/?grant_type=password", {}, wrongCredentials);
  expect(response).toMatchObject({ status: 200, body: { user: { id: user.id } } });
  expect((await sendRequest("/auth/v1/user//", bearer(token))).status).toBe(404);
});

test("TRACE does not echo the request", async () => {
  const { port } = new URL(server.origin);
  for (const path of ["/", "/auth/v1/user", "/rest/v1/nothing"]) {
    const proxyReply = await new Promise<{ status?: number | undefined; text: string }>(
      (resolve) => {
        const outgoing = request(
          { port, host: "127.0.0.1", path, method: "TRACE", headers: { "x-secret": "hush" } },
          async (response) => {
            resolve({ status: response.statusCode, text: await text(response) });
          },
        );
        outgoing.end();
      },
    );
    expect([401, 404, 405]).toContain(proxyReply.status);
    expect(proxyReply.text).not.toContain("hush");
  }
});

test("a request with an ambiguous length is refused", async () => {
  const { port } = new URL(server.origin);
  const response = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(
        "POST /auth/v1/recover HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n" +
          "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /auth/v1/settings HTTP/1.1\r\n\r\n",
      ),
    );
    text(socket).then(resolve);
  });
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).not.toContain("200 OK");
});

describe("a page of another origin", () => {
  const origin = "https://elsewhere.example";

  test.each(["/auth/v1/token?grant_type=password", "/rest/v1/nothing"])(
    "a page of another origin may request %s, but never with cookies",
    async (path) => {
      const preflight = await fetch(`${server.origin}${path}`, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,apikey,x-client-info",
        },
      });
      expect(preflight.status).toBeLessThan(300);
      const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase();
      for (const name of ["authorization", "apikey", "x-client-info"]) {
        expect(allowed).toContain(name);
      }
      for (const { headers } of [preflight, await sendRequest(path, { origin })]) {
        expect(headers.get("access-control-allow-origin")).toBe("*");
        expect(headers.get("access-control-allow-credentials")).toBeNull();
      }
    },
  );

  test("a page of another origin can read neither the page's parts nor the inbox", async () => {
    for (const path of ["/", "/portico.json", "/inbox/api/v1/messages"]) {
      const { headers } = await sendRequest(path, { origin });
      expect([path, headers.get("access-control-allow-origin")]).toEqual([path, null]);
    }
  });
});

test("ten tabs that refresh at the same instant over HTTP share one token family, and the user stays signed in", async () => {
  const { refresh_token } = await signUp();
  const refresh = (token: string) =>
    sendRequest("/auth/v1/token?grant_type=refresh_token", {}, { refresh_token: token });
  for (let token = refresh_token, round = 0; round < 3; round++) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
    token = responses[0]?.body.refresh_token;
    for (const { body } of responses) {
      expect((await sendRequest("/auth/v1/user", bearer(body.access_token))).status).toBe(200);
    }
  }
});

test("a token of a session that was signed out is refused by /user", async () => {
  const { access_token: token } = await signUp();
  expect((await sendRequest("/auth/v1/user", bearer(token))).status).toBe(200);
  expect((await sendRequest("/auth/v1/logout?scope=local", bearer(token), {})).status).toBe(204);
  expect(await sendRequest("/auth/v1/user", bearer(token))).toMatchObject({
    status: 403,
    body: { error_code: "session_not_found" },
  });
});

describe("forged tokens", () => {
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const unsigned = (alg: string) => async (claims: JWTPayload) =>
    `${part({ alg, typ: "JWT" })}.${part(claims)}.`;
  const signClaims = (claims: JWTPayload) =>
    createAccessTokens(keys, server.keys.jwtSecret).sign(claims);

  /** Each function turns valid claims into a token that must be refused. */
  const forgeries: readonly [string, (claims: JWTPayload) => Promise<string>][] = [
    ["alg none", unsigned("none")],
    ["alg None", unsigned("None")],
    ["no signature", unsigned("ES256")],
    [
      "the public key as an HMAC secret",
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256", kid: keys[0].kid })
          .sign(createSecretKey(Buffer.from(JSON.stringify(keys[0].publicJwk)))),
    ],
    [
      "a key that it brings along",
      async (claims) => {
        const { privateKey, publicKey } = await crypto.subtle.generateKey(
          { name: "ECDSA", namedCurve: "P-256" },
          true,
          ["sign", "verify"],
        );
        const jwk = await crypto.subtle.exportKey("jwk", publicKey);
        const { kty, crv, x, y } = jwk;
        if (!kty || !crv || !x || !y) throw new Error("The key has no coordinates.");
        return new SignJWT(claims)
          .setProtectedHeader({
            alg: "ES256",
            jwk: { kty, crv, x, y },
            jku: `${server.origin}/keys.json`,
          })
          .sign(privateKey);
      },
    ],
    [
      "a signature of zeros",
      async (claims) => {
        const [head, body] = (await signClaims(claims)).split(".");
        return `${head}.${body}.${Buffer.alloc(64).toString("base64url")}`;
      },
    ],
    [
      "claims of one under the signature of another",
      async (claims) => {
        const [head, , signature] = (await signClaims(claims)).split(".");
        return `${head}.${part({ ...claims, role: "service_role" })}.${signature}`;
      },
    ],
    [
      "issued in the future",
      (claims) => signClaims({ ...claims, iat: nowSeconds() + 600, exp: nowSeconds() + 900 }),
    ],
    ["not to be used yet", (claims) => signClaims({ ...claims, nbf: nowSeconds() + 600 })],
    ["run out", (claims) => signClaims({ ...claims, exp: nowSeconds() - 60 })],
  ];

  test.each(forgeries)("a forged token is refused by both wires: %s", async (_, forge) => {
    const { access_token: token } = await signUp();
    const claims: JWTPayload = JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString());
    const genuine = bearer(await signClaims(claims));
    expect((await sendRequest("/auth/v1/user", genuine)).status).toBe(200);
    expect((await sendRequest("/rest/v1/nothing", genuine)).body.code).toBe("PGRST205");

    const authorization = bearer(await forge(claims));
    expect([401, 403]).toContain((await sendRequest("/auth/v1/user", authorization)).status);
    expect(
      (await sendRequest("/auth/v1/admin/users", authorization)).status,
    ).toBeGreaterThanOrEqual(401);
    const refusal = await sendRequest("/rest/v1/nothing", authorization);
    expect(refusal.status).toBe(401);
    expect(refusal.body.code).toMatch(/^PGRST30[13]$/);
  });

  test.each([
    ["another audience", { aud: "somebody else" }],
    ["another issuer", { iss: "https://elsewhere.example/auth/v1" }],
  ])(
    "a forged token is refused by both wires: %s, signed with the right key",
    async (_, change) => {
      const { access_token: token } = await signUp();
      const claims = JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString());
      const altered = bearer(await signClaims({ ...claims, ...change }));
      expect((await sendRequest("/auth/v1/user", altered)).status).toBe(403);
    },
  );
});
