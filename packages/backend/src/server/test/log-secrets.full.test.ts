import { createHash } from "node:crypto";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authFixture } from "../../../test/auth/auth-fixture.ts";
import { startTestServer } from "../../../test/servers/test-server.ts";
import { sql } from "../../database/sql.ts";
import { createLog } from "../../log/log.ts";
import type { RunningServer } from "../server.ts";

/** The secrets of config.toml, each in a recognizable form. */
const configured = {
  smtp: "configured-smtp-password",
  provider: "configured-provider-secret",
};

const config = `
[auth]
site_url = "https://app.example.com"
enable_anonymous_sign_ins = true
enable_manual_linking = true
[auth.email]
enable_confirmations = true
max_frequency = "0s"
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = 1
user = "mailer"
pass = "${configured.smtp}"
admin_email = "door@example.com"
[auth.sms]
enable_signup = true
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.passkey]
enabled = true
[auth.webauthn]
rp_id = "app.example.com"
rp_origins = ["https://app.example.com"]
[auth.oauth_server]
enabled = true
allow_dynamic_registration = true
[auth.external.github]
enabled = true
client_id = "a-client"
secret = "${configured.provider}"
url = "http://127.0.0.1:1"`;

const lines: string[] = [];
let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer(
    { "supabase/config.toml": config },
    {
      env: { PORTICO_TRUSTED_PROXIES: "1" },
      expose: { inbox: true, sandbox: true },
      log: createLog("info", { write: (line) => void lines.push(line) }),
    },
  );
});
afterAll(() => server.close());

type Json = Record<string, unknown>;

async function sendRequest(
  method: string,
  path: string,
  { token, body }: { readonly token?: string | undefined; readonly body?: Json } = {},
): Promise<Json> {
  const response = await fetch(`${server.origin}/auth/v1${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    redirect: "manual",
    ...(body && method !== "GET" ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const location = response.headers.get("location");
  return text.startsWith("{") ? JSON.parse(text) : { text, location };
}

/** Returns every secret that must not be logged, by its name. */
async function collectSecrets(): Promise<Map<string, string>> {
  const secrets = new Map<string, string>(Object.entries(configured));
  const { keys } = server;
  const email = "grace@example.com";
  const password = "the password of grace hopper";
  const admin = { token: keys.secret };
  const result = { email, password, email_confirm: true };
  await sendRequest("POST", "/admin/users", { ...admin, body: result });
  const firstSession = await sendRequest("POST", "/token?grant_type=password", {
    body: { email, password },
  });
  const accessToken = String(firstSession["access_token"]);
  const refreshed = await sendRequest("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: firstSession["refresh_token"] },
  });
  const factor = await sendRequest("POST", "/factors", {
    token: accessToken,
    body: { factor_type: "totp", friendly_name: "phone" },
  });
  const totp = factor["totp"] as Json;
  const link = await sendRequest("POST", "/admin/generate_link", {
    ...admin,
    body: { type: "magiclink", email },
  });
  const client = await sendRequest("POST", "/admin/oauth/clients", {
    ...admin,
    body: { client_name: "an application", redirect_uris: ["https://other.example/back"] },
  });
  const verifier = "the-code-verifier-of-a-flow-that-nobody-else-knows";
  const createdUser = {
    password,
    "access token": accessToken,
    "refresh token": firstSession["refresh_token"],
    "next access token": refreshed["access_token"],
    "next refresh token": refreshed["refresh_token"],
    "totp secret": totp["secret"],
    "totp code": new TOTP({ secret: String(totp["secret"]) }).generate(),
    "e-mail code": link["email_otp"],
    "link token": link["hashed_token"],
    "client secret": client["client_secret"],
    "code verifier": verifier,
    "secret key": keys.secret,
    "service role": keys.serviceRole,
    "jwt secret": Buffer.from(keys.jwtSecret).toString("base64"),
    "new password": "the next password of grace hopper",
    "provider's code": "a-code-that-the-provider-gave",
    "captcha answer": "an-answer-to-a-captcha",
  };
  for (const [name, value] of Object.entries(createdUser)) {
    expect(value, name).toEqual(expect.any(String));
    secrets.set(name, String(value));
  }
  return secrets;
}

/** The secrets in the database, including hashes. */
async function databaseSecrets(): Promise<Map<string, string>> {
  const { rows } = await server.database.query<{ name: string; value: string }>(sql`
    select 'password hash' as name, encrypted_password as value from auth.users
    union select 'kept token', token_hash from auth.one_time_tokens
    union select 'session key', refresh_token_hmac_key from auth.sessions
    union select 'kept factor', secret from auth.mfa_factors
    union select 'kept code', auth_code from auth.flow_state
    union select 'kept verifier', code_verifier from auth.oauth_client_states
    union select 'client hash', client_secret_hash from auth.oauth_clients
    union select 'project secret', encode(secret, 'hex') from portico.project
    union select 'signing key', private_jwk ->> 'd' from portico.signing_keys`);
  return new Map(
    rows.filter(({ value }) => value).map(({ value }, index) => [`kept ${index}`, value]),
  );
}

test("the log contains which request was refused and why, but nothing that the request sent", async () => {
  // The server contacts its mail server in the background after startup.
  const pollOptions = { timeout: 10_000 };
  await expect.poll(() => lines.join(""), pollOptions).toContain("no message can be sent");
  const lineCount = lines.length;
  const proxyHeaders = { "x-forwarded-for": "203.0.113.7" };
  const wrongCredentials = { email: "guess@example.com", password: "a guess" };
  const json = { "content-type": "application/json", ...proxyHeaders };
  await fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(wrongCredentials),
  });
  const link = "/auth/v1/verify?token=guessed&type=signup";
  await fetch(`${server.origin}${link}`, { headers: proxyHeaders, redirect: "manual" });
  const forgedHeaders = { ...proxyHeaders, authorization: "Bearer a.b.c" };
  await fetch(`${server.origin}/auth/v1/admin/users`, { headers: forgedHeaders });
  await fetch(`${server.origin}/rest/v1/anything?secret=eq.1`, { headers: forgedHeaders });
  const hostileText = "ada@example.com/ada%40example.com/%1b[2J%0a%C2%9B31m%E2%80%AEx";
  await fetch(`${server.origin}/rest/v1/${hostileText}`, { headers: forgedHeaders });
  await fetch(`${server.origin}/rest/v1/anything`, { headers: proxyHeaders });
  await fetch(`${server.origin}/auth/v1/health`, { headers: proxyHeaders });
  const refused = { level: 40, remote_addr: "203.0.113.7", msg: "request refused" };
  expect(
    lines.slice(lineCount).map((line) => ({ ...JSON.parse(line), time: 0, request_id: "" })),
  ).toEqual(
    [
      {
        method: "POST",
        path: "/auth/v1/token",
        grant_type: "password",
        status: 400,
        error_code: "invalid_credentials",
      },
      { method: "GET", path: "/auth/v1/verify", status: 303, error_code: "otp_expired" },
      { method: "GET", path: "/auth/v1/admin/users", status: 403, error_code: "bad_jwt" },
      { method: "GET", path: "/rest/v1/anything", status: 401, error_code: "PGRST301" },
      {
        method: "GET",
        path: "/rest/v1/…/…/\u001b[2J\n\u009b31m\u202ex",
        status: 401,
        error_code: "PGRST301",
      },
    ].map((line) => ({ ...refused, ...line, time: 0, request_id: "" })),
  );
  // No line contains control characters, which could move a terminal's cursor or reverse text.
  expect(lines.slice(lineCount).join("")).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test("no line of the log contains a secret, whatever fails", { timeout: 120_000 }, async () => {
  const secrets = await collectSecrets();
  const token = secrets.get("access token");
  const secret = (name: string) => secrets.get(name) ?? "";
  const user = await sendRequest("GET", "/user", { token });
  const body: Json = {
    email: "grace@example.com",
    password: secret("new password"),
    current_password: secret("password"),
    token: secret("e-mail code"),
    refresh_token: secret("next refresh token"),
    auth_code: secret("provider's code"),
    code_verifier: secret("code verifier"),
    code_challenge: createHash("sha256").update(secret("code verifier")).digest("base64url"),
    code_challenge_method: "s256",
    nonce: secret("e-mail code"),
    code: secret("totp code"),
    type: "magiclink",
    factor_type: "totp",
    friendly_name: secret("password"),
    provider: "github",
    id_token: secret("access token"),
    access_token: secret("access token"),
    client_secret: secret("client secret"),
    client_name: "another application",
    redirect_uris: ["https://other.example/back"],
    challenge_id: crypto.randomUUID(),
    data: { note: secret("password") },
    gotrue_meta_security: { captcha_token: secret("captcha answer") },
  };
  const query = new URLSearchParams({
    token: secret("link token"),
    type: "magiclink",
    code: secret("provider's code"),
    provider: "github",
    apikey: secret("secret key"),
    access_token: secret("access token"),
  });
  const { app } = await authFixture(server.database);
  const routes = app.routes.filter(({ path, method }) => method !== "ALL" && !path.includes("*"));
  expect(routes.length).toBeGreaterThan(60);

  const callEveryRoute = async (round: string) => {
    for (const { path, method } of routes) {
      const pathname = path
        .replaceAll(/:user_id/g, String(user["id"]))
        .replaceAll(/:\w+/g, () => crypto.randomUUID());
      for (const caller of [token, secret("secret key")]) {
        await sendRequest(method, `${pathname}?${query}`, { token: caller, body });
      }
    }
    for (const grant of ["password", "refresh_token", "pkce", "id_token"]) {
      const parameters = { ...body, password: secret("password") };
      await sendRequest("POST", `/token?grant_type=${grant}`, { body: parameters });
    }
    const newUser = { email: `${round}@example.com`, password: secret("password") };
    await sendRequest("POST", "/signup", { body: newUser });
    await sendRequest("POST", "/verify", {
      body: { type: "magiclink", token_hash: secret("link token") },
    });
    const authorizeResponse = await fetch(`${server.origin}/auth/v1/authorize?provider=github`, {
      redirect: "manual",
    });
    const state = URL.parse(authorizeResponse.headers.get("location") ?? "")?.searchParams.get(
      "state",
    );
    await fetch(
      `${server.origin}/auth/v1/callback?state=${state}&code=${secret("provider's code")}`,
      {
        headers: { cookie: authorizeResponse.headers.getSetCookie()[0]?.split(";")[0] ?? "" },
        redirect: "manual",
      },
    );
    for (const key of [token, secret("secret key"), "sb_secret_of_somebody_else"]) {
      await fetch(`${server.origin}/rest/v1/nothing?select=*&token=${token}`, {
        headers: { apikey: secret("secret key"), authorization: `Bearer ${key}` },
      });
    }
  };

  // First, no row can be written: the database's errors then contain complete rows.
  const { rows: tables } = await server.database.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('auth', 'portico') and tablename <> 'system_migrations'`);
  const everywhere = (statement: (table: string) => string) =>
    server.database.script(tables.map(({ name }) => statement(name)).join(";\n"));
  await everywhere((table) => `alter table ${table} add constraint sealed check (false) not valid`);
  await server.database.script(`
    create function public.refuse() returns trigger language plpgsql as $$
    begin raise exception 'nothing is deleted' using detail = old::text; end $$`);
  await everywhere(
    (table) => `create trigger sealed before delete on ${table}
      for each row execute function public.refuse()`,
  );
  await callEveryRoute("sealed");
  expect(lines.length).toBeGreaterThan(20);

  // Then the table of sessions is missing.
  await everywhere((table) => `alter table ${table} drop constraint sealed`);
  await everywhere((table) => `drop trigger sealed on ${table}`);
  await server.database.script("alter table auth.sessions rename to gone");
  await callEveryRoute("gone");
  await server.database.script("alter table auth.gone rename to sessions");

  // Finally, only the mail server and the provider cannot be reached.
  await callEveryRoute("well");
  for (const [name, value] of await databaseSecrets()) secrets.set(name, value);

  const logged = lines.join("");
  expect(logged).toContain("ECONNREFUSED");
  const events = lines.flatMap((line) => JSON.parse(line).auth_audit_event ?? []);
  expect(events).toContainEqual(
    expect.objectContaining({ action: "login", actor_id: user["id"], log_type: "account" }),
  );
  const refusals = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(refusals.length).toBeGreaterThan(50);
  expect(secrets.size).toBeGreaterThan(25);
  for (const [name, value] of secrets) {
    // Six digits may be in a line by chance, as part of a time or an address.
    const isLogged = value.length > 6 ? logged.includes(value) : logged.match(`\\b${value}\\b`);
    expect(isLogged ? `${name}: ${lineWith(value)}` : "").toBe("");
  }
  expect(lines.filter((line) => /(grace|guess|sealed|gone|well)@/.test(line))).toEqual([]);
});

function lineWith(text: string): string | undefined {
  return lines.find((line) => line.includes(text));
}
