import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../../scripts/process/free-port.mjs";
import {
  openReusableStorage,
  type ReusableStorage,
} from "../../test/databases/reusable-storage.ts";
import { projectFolder } from "../../test/project-folder.ts";
import { testLog } from "../../test/test-log.ts";
import { type RunningServer, startServer } from "./server.ts";

const schema = `
  create table secrets (id int primary key, owner uuid default auth.uid(), word text);
  alter table secrets enable row level security;
  create policy own on secrets to authenticated using (owner = auth.uid());
  insert into secrets values (1, null, 'nobody''s');
  create function who() returns text language sql stable as 'select current_user::text';`;

let folder: string;
let server: RunningServer;
/** A database for servers whose project has no migrations. */
let reusableStorage: ReusableStorage;
beforeAll(async () => {
  reusableStorage = await openReusableStorage();
  folder = await mkdtemp(join(tmpdir(), "portico-server-"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>The page</title>");
  await writeFile(join(folder, "file.txt"), "a file");
  await mkdir(join(folder, "supabase/migrations"), { recursive: true });
  await writeFile(join(folder, "supabase/migrations/1_secrets.sql"), schema);
  await writeFile(join(folder, "supabase/config.toml"), "[auth.oauth_server]\nenabled = true\n");
  server = await startServer({
    project: folder,
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true },
    site: folder,
    env: {},
    log: testLog(),
  });
});
afterAll(async () => {
  await server.close();
  await reusableStorage.close();
  await rm(folder, { recursive: true, force: true });
});

async function session() {
  const client = new AuthClient({ url: `${server.origin}/auth/v1`, persistSession: false });
  const email = `${crypto.randomUUID()}@example.com`;
  const { data } = await client.signUp({ email, password: "correct horse" });
  return { token: data.session?.access_token ?? "", id: data.user?.id };
}

const queryData = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}/rest/v1/${path}`, { headers });

const readRole = async (headers: Record<string, string>) => {
  const response = await queryData("rpc/who", headers);
  return { status: response.status, body: JSON.parse(await response.text()) };
};

describe("the REST API identifies its caller as", () => {
  test("the REST API identifies its caller as anonymous without a key, or with the publishable key", async () => {
    const { publishable, anon } = server.keys;
    const keys = [{}, { apikey: publishable }, { apikey: anon, authorization: `Bearer ${anon}` }];
    for (const headers of keys) expect((await readRole(headers)).body).toBe("anon");
  });

  test("the REST API identifies its caller as the service by the secret key or its predecessor", async () => {
    const { secret, serviceRole } = server.keys;
    expect((await readRole({ apikey: secret })).body).toBe("service_role");
    expect((await readRole({ authorization: `Bearer ${serviceRole}` })).body).toBe("service_role");
    expect(await (await queryData("secrets?select=word", { apikey: secret })).json()).toHaveLength(
      1,
    );
  });

  test("the REST API identifies its caller as the user of the token, who sees their own rows", async () => {
    const { publishable } = server.keys;
    const [ada, grace] = [await session(), await session()];
    const clientOf = (token: string) =>
      new PostgrestClient(`${server.origin}/rest/v1`, {
        headers: { apikey: publishable, authorization: `Bearer ${token}` },
      });
    await server.database.script(`insert into secrets values (2, '${ada.id}', 'plugh')`);
    const ownRows = await clientOf(ada.token).from("secrets").select("word");
    expect(ownRows.data).toEqual([{ word: "plugh" }]);
    expect((await clientOf(grace.token).from("secrets").select("word")).data).toEqual([]);
  });

  test("the REST API refuses a key or token of another project", async () => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const unknown = await readRole({ apikey: "sb_secret_nonsense" });
    expect(unknown).toMatchObject({ status: 401, body: { message: "Invalid API key" } });
    expect(await readRole({ authorization: "Bearer a.b.c" })).toMatchObject({
      status: 401,
      body: { code: "PGRST301", message: "JWT cryptographic operation failed" },
    });
    expect((await readRole({ authorization: "Bearer abc" })).body).toMatchObject({
      code: "PGRST301",
      message: "Expected 3 parts in JWT; got 1",
    });
    const forgedToken = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("a secret of somebody else's, long enough"));
    expect((await readRole({ authorization: `Bearer ${forgedToken}` })).status).toBe(401);
    const expired = await new SignJWT({ role: "service_role", exp: nowSeconds - 100 })
      .setProtectedHeader({ alg: "HS256" })
      .sign(server.keys.jwtSecret);
    expect(await readRole({ authorization: `Bearer ${expired}` })).toMatchObject({
      status: 401,
      body: { code: "PGRST303", message: "JWT expired" },
    });
    const unlisted = await new SignJWT({ role: "postgres" })
      .setProtectedHeader({ alg: "HS256" })
      .sign(server.keys.jwtSecret);
    expect((await readRole({ authorization: `Bearer ${unlisted}` })).status).toBeGreaterThanOrEqual(
      400,
    );
  });
});

test("a body that is too large is refused on both wires, and the next request is served", async () => {
  const post = (path: string, megabytes: number) =>
    fetch(`${server.origin}/${path}`, {
      method: "POST",
      // Send the secret key, because callers without write access would be refused earlier.
      headers: { "content-type": "application/json", apikey: server.keys.secret },
      body: JSON.stringify({ email: "x".repeat(megabytes << 20) }),
    });
  for (let megabytes = 1; megabytes < 8; megabytes++) {
    expect((await post("auth/v1/signup", megabytes)).status).toBe(413);
  }
  expect((await post("rest/v1/secrets", 10)).status).toBe(413);
  expect((await fetch(`${server.origin}/auth/v1/health`)).status).toBe(200);
});

test("an unknown path of the auth wire is refused in the reference's format", async () => {
  const response = await fetch(`${server.origin}/auth/v1/nowhere`);
  expect([response.status, await response.text()]).toEqual([404, "404 page not found\n"]);
});

test("a query longer than Node's limit is answered by the wire", async () => {
  const formatIds = (count: number) => Array.from({ length: count }, (_, index) => 100_000 + index);
  const { secret } = server.keys;
  const longResponse = await queryData(`secrets?id=in.(${formatIds(5_000).join()})`, {
    apikey: secret,
  });
  expect(await longResponse.json()).toEqual([]);
  const tooLong = await queryData(`secrets?id=in.(${formatIds(10_000).join()})`, {
    apikey: secret,
  });
  expect(tooLong.status).toBe(414);
  const farTooLong = await queryData(`secrets?id=in.(${formatIds(150_000).join()})`, {
    apikey: secret,
  });
  expect(farTooLong.status).toBe(431);
});

test("the page has a policy that allows only its own files", async () => {
  const page = await fetch(`${server.origin}/any/path/of/the/application`);
  expect(await page.text()).toContain("The page");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain("unsafe");
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await (await fetch(`${server.origin}/file.txt`)).text()).toBe("a file");
  expect((await fetch(`${server.origin}/missing.js`)).status).toBe(404);
  const outsideFile = await fetch(`${server.origin}/..%2f..%2f..%2f..%2fetc%2fpasswd`);
  expect(await outsideFile.text()).not.toContain("root:");
});

test("the page gets its API address from the server", async () => {
  const settings = await (await fetch(`${server.origin}/portico.json`)).json();
  expect(settings).toEqual({
    url: server.origin,
    publishableKey: server.keys.publishable,
    codeLength: 6,
    inbox: "/inbox",
  });
});

test("the page learns about codes only if every e-mail has one", async () => {
  const started = await startServer({
    project: await projectFolder({
      "supabase/templates/magic_link.html": '<a href="{{ .ConfirmationURL }}">Sign in</a>',
    }),
    host: "127.0.0.1",
    port: 0,
    storage: reusableStorage.storage,
    env: {},
    log: testLog(),
  });
  onTestFinished(() => started.close());
  const settings = await (await fetch(`${started.origin}/portico.json`)).json();
  expect(settings).not.toHaveProperty("codeLength");
});

test("an unreadable catalogue stops only the REST API", async () => {
  const failures: string[] = [];
  const started = await startServer({
    project: await projectFolder({
      "supabase/migrations/1_wrong.sql": `
        create table notes (id int);
        alter role authenticator set pgrst.db_pre_config to 'public.missing'`,
    }),
    host: "127.0.0.1",
    port: 0,
    storage: { memory: true },
    env: {},
    log: { ...testLog(), error: ({ err }) => void failures.push(String(err)) },
  });
  onTestFinished(() => started.close());
  expect(failures).toEqual([]);
  const client = new AuthClient({ url: `${started.origin}/auth/v1`, persistSession: false });
  const { error } = await client.signUp({ email: "early@example.com", password: "correct horse" });
  expect(error).toBeNull();
  const notes = () =>
    fetch(`${started.origin}/rest/v1/notes`, { headers: { apikey: started.keys.secret } });
  const refusal = await notes();
  expect([refusal.status, await refusal.json()]).toMatchObject([503, { code: "PGRST002" }]);
  expect(failures).toContain("Error: The schema cache could not be loaded.");
  await started.database.script("alter role authenticator reset pgrst.db_pre_config");
  expect((await notes()).status).toBe(200);
});

describe("the inbox", () => {
  test("the inbox answers as Mailpit on the port of config.toml, or the start says why not", async () => {
    const port = await freePort();
    const config = `[inbucket]\nport = ${port}\nsmtp_port = 1025\nadmin_email = "team@example.com"\n[auth.email]\nenable_confirmations = true`;
    const start = async (toml: string) =>
      startServer({
        project: await projectFolder({ "supabase/config.toml": toml }),
        host: "127.0.0.1",
        port: 0,
        storage: reusableStorage.storage,
        env: {},
        log: testLog(),
      });
    const firstServer = await start(config);
    onTestFinished(() => firstServer.close());
    expect(firstServer.inboxOrigin).toBe(`http://localhost:${port}`);
    expect(firstServer.warnings).toEqual([expect.stringContaining("smtp_port")]);
    const client = new AuthClient({ url: `${firstServer.origin}/auth/v1`, persistSession: false });
    await client.signUp({ email: "mailpit@example.com", password: "correct horse" });
    const mailpit = async (path: string, init?: RequestInit) =>
      (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, init)).text();
    const search = JSON.parse(await mailpit("search?query=to:mailpit@example.com"));
    expect(search.messages).toMatchObject([{ From: { Address: "team@example.com" } }]);
    const message = JSON.parse(await mailpit(`message/${search.messages[0].ID}`));
    expect(message.HTML).toContain(`${firstServer.origin}/auth/v1/verify`);
    expect(JSON.parse(await mailpit("message/latest")).ID).toBe(message.ID);
    expect(await mailpit("messages", { method: "DELETE" })).toBe("ok");
    expect(JSON.parse(await mailpit("messages")).total).toBe(0);
    const rebound = await fetch(`http://127.0.0.1:${port}/api/v1/messages`, {
      headers: { origin: "https://elsewhere.example" },
    });
    expect(rebound.status).toBe(403);

    const secondServer = await start(`${config}\n[auth]\nenabled = false`);
    onTestFinished(() => secondServer.close());
    expect(secondServer.inboxOrigin).toBeUndefined();
    expect(secondServer.warnings).toContain(
      `Port ${port} for the inbox is in use by another program. The inbox is still at /inbox.`,
    );
    expect((await fetch(`${secondServer.origin}/inbox/api/v1/messages`)).status).toBe(200);
    expect((await fetch(`${secondServer.origin}/auth/v1/health`)).status).toBe(404);
  });
});

describe("messages", () => {
  const start = async (toml: string, log = testLog()) => {
    const started = await startServer({
      project: await projectFolder({ "supabase/config.toml": toml }),
      host: "127.0.0.1",
      port: 0,
      storage: reusableStorage.storage,
      env: {},
      log,
    });
    onTestFinished(() => started.close());
    const client = new AuthClient({ url: `${started.origin}/auth/v1`, persistSession: false });
    return { origin: started.origin, client };
  };

  test("messages are in the inbox immediately", async () => {
    const { origin, client } = await start("[auth.email]\nmax_frequency = '0s'");
    for (let count = 1; count <= 10; count++) {
      expect((await client.signInWithOtp({ email: "ada@example.com" })).error).toBeNull();
      const response = await fetch(`${origin}/inbox/api/v1/search?query=to:ada@example.com`);
      expect(JSON.parse(await response.text()).messages).toHaveLength(count);
    }
  });

  test("messages that no mail server would accept are reported at the start", async () => {
    const failures: string[] = [];
    await start(
      '[auth.email.smtp]\nenabled = true\nhost = "127.0.0.1"\nport = 1\nuser = "a"\npass = "b"\nadmin_email = "a@b.co"',
      { ...testLog(), error: ({ err }, words) => void failures.push(`${words}: ${String(err)}`) },
    );
    await expect
      .poll(() => failures)
      .toEqual([
        expect.stringMatching(
          /^no message can be sent at present: check \[auth.email.smtp\] in config.toml: MailError: The mail server 127.0.0.1:1 did not accept the message: .*ECONNREFUSED/,
        ),
      ]);
  });
});

test.each(["oauth2", "oidc"] as const)(
  "an application finds the OAuth server by its issuer's address, as %s has it",
  async (algorithm) => {
    const issuer = new URL(`${server.origin}/auth/v1`);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const discovery = await oauth.discoveryRequest(issuer, { algorithm, ...insecure });
    expect(await oauth.processDiscoveryResponse(issuer, discovery)).toMatchObject({
      token_endpoint: `${issuer}/oauth/token`,
    });
    const shortPathResponse = await fetch(
      `${server.origin}/.well-known/oauth-authorization-server`,
    );
    expect(await shortPathResponse.json()).toMatchObject({ issuer: issuer.href });
  },
);
