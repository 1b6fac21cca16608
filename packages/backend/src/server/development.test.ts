import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  openReusableStorage,
  type ReusableStorage,
} from "../../test/databases/reusable-storage.ts";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { eventually } from "../../test/eventually.ts";
import { projectFolder, temporaryFolder } from "../../test/project-folder.ts";
import { testLog } from "../../test/test-log.ts";
import { sql } from "../database/sql.ts";
import type { ServerOptions } from "./options.ts";
import { type RunningServer, startServer } from "./server.ts";

const config = `
[api]
external_url = "https://door.example.com"
[auth]
site_url = "https://site.example.com/app"
[auth.external.github]
enabled = true
[auth.sms]
enable_signup = true
`;

let shared: ReusableStorage;
beforeAll(async () => {
  shared = await openReusableStorage();
});
afterAll(() => shared.close());

const start = (project: string, options: Partial<ServerOptions> = {}) =>
  startServer({
    project,
    host: "127.0.0.1",
    port: 0,
    storage: shared.storage,
    env: {},
    log: testLog(),
    ...options,
  });

/** Sends a request with any `Host`, which `fetch` does not allow. */
function sendRequest(server: RunningServer, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { port } = new URL(server.origin);
    request({ host: "127.0.0.1", port, path, headers }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    )
      .on("error", reject)
      .end();
  });
}

const paths = ["/inbox", "/inbox/api/v1/messages", "/sandbox/github/authorize"];

/** Returns the status of each part. The sandbox responds with 400 to a request without parameters. */
const statuses = async (server: RunningServer, headers?: Record<string, string>) =>
  Promise.all(paths.map(async (path) => (await sendRequest(server, path, headers)).status));

const open = [200, 200, 400];
const forbidden = [403, 403, 403];
const absent = [404, 404, 404];

describe("on a developer's machine", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: RunningServer;
  beforeAll(async () => {
    folder = await temporaryFolder({ "supabase/config.toml": config });
    server = await start(folder.path);
  });
  afterAll(async () => {
    await server.close();
    await folder.remove();
  });

  const exposure = async (headers?: Record<string, string>) => ({
    doors: await statuses(server, headers),
    named: "inbox" in JSON.parse((await sendRequest(server, "/portico.json", headers)).body),
  });

  test.each([
    ["PUT", "/inbox/api/v1/messages"],
    ["DELETE", "/inbox/api/v1/messages"],
    ["POST", "/sandbox/github/authorize"],
    ["POST", "/sandbox/github/token"],
  ])("a body that is longer than any client sends is refused: %s %s", async (method, path) => {
    const body = "x".repeat(2 << 20);
    const { status } = await fetch(`${server.origin}${path}`, { method, body });
    expect(status).toBe(413);
  });

  test("inbox and sandbox are open to this machine, which the start reports", async () => {
    expect(await exposure()).toEqual({ doors: open, named: true });
    expect(server.hasInbox).toBe(true);
    expect(server.development).toEqual(["Open to this machine for development: inbox, sandbox."]);
    expect(server.warnings).toEqual([]);
  });

  test.each(
    [
      ...[
        "127.0.0.1",
        "::1",
        "203.0.113.7",
        "unknown",
        "_hidden",
        "127.0.0.1, 203.0.113.7:4711",
        "",
      ].map((value) => ["x-forwarded-for", value]),
      ["forwarded", 'for="[2001:db8::7]";proto=https'],
      ["forwarded", "for=127.0.0.1"],
      ["via", "1.1 proxy"],
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-forwarded-port",
      "x-forwarded-server",

      "x-forwarded",
      "forwarded-for",
      "x-forwarded-prefix",
      "x-forwarded-scheme",
      "z-forwarded-for",
      "x-real-ip",
      "x-client-ip",
      "x-cluster-client-ip",
      "true-client-ip",
      "client-ip",
      "x-original-forwarded-for",
      "x-original-url",
      "x-original-host",
      "x-rewrite-url",

      "cf-connecting-ip",
      "cf-connecting-ipv6",
      "cf-ray",
      "cf-visitor",
      "cf-ipcountry",
      "cdn-loop",

      "fly-client-ip",
      "fly-forwarded-proto",
      "fastly-client-ip",
      "fastly-ff",
      "sb-forwarded-for",
      "x-azure-clientip",
      "x-azure-socketip",
      "x-fd-healthprobe",
      "x-envoy-external-address",
      "x-amzn-trace-id",
      "x-amz-cf-id",
      "x-appengine-user-ip",
      "x-cloud-trace-context",

      "x-vercel-forwarded-for",
      "x-nf-client-connection-ip",
      "x-akamai-edgescape",
      "x-sucuri-clientip",

      "incap-client-ip",
      "x-kong-request-id",
      "tailscale-user-login",
      "x-request-start",
      "early-data",
      "x-scheme",
      "front-end-https",
      "x-varnish",
      "x-proxy-user",
      "wl-proxy-client-ip",
    ].map((header) => (typeof header === "string" ? [header, "127.0.0.1"] : header)),
  )("a proxy that sends %s: %s cannot reach inbox and sandbox", async (name = "", value = "") => {
    expect(await exposure({ [name]: value })).toEqual({ doors: forbidden, named: false });
    expect((await sendRequest(server, "/auth/v1/health", { [name]: value })).status).toBe(200);
  });

  test("a proxy that adds no header is recognized by the requests that it forwards", async () => {
    const page = { "sec-fetch-site": "same-origin", referer: "https://app.example/inbox/" };
    expect((await exposure(page)).doors).toEqual(forbidden);
    expect((await exposure({ ...page, origin: "https://app.example" })).doors).toEqual(forbidden);
    expect((await exposure({ host: "door.example.com" })).doors).toEqual(forbidden);
    const { port } = new URL(server.origin);
    // The request that nginx sends with only `proxy_pass` configured.
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET /inbox HTTP/1.0\r\nHost: localhost:${port}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("requests of programs and browsers on this machine are not taken for a proxy's", async () => {
    for (const headers of [
      { "x-client-info": "supabase-js/2", "x-supabase-api-version": "2024-01-01" },
      { "x-request-id": "1", "x-requested-with": "fetch", "x-test": "1", traceparent: "00-1-1-00" },
      { "sec-fetch-site": "same-origin", referer: `${server.origin}/` },
      { host: "app.localhost:3000", "cache-control": "no-cache", te: "trailers" },
    ]) {
      expect([headers, await exposure(headers)]).toEqual([headers, { doors: open, named: true }]);
    }
  });
});

test.each<[string, Partial<ServerOptions>]>([
  ["NODE_ENV is production", { env: { NODE_ENV: "production" } }],
  ["0.0.0.0 can be reached from other machines", { host: "0.0.0.0" }],
])("inbox and sandbox are off without a flag where %s", async (reason, options) => {
  const project = await projectFolder({ "supabase/config.toml": config });
  const closedServer = await start(project, options);
  onTestFinished(() => closedServer.close());
  expect(await statuses(closedServer)).toEqual(absent);
  expect(JSON.parse((await sendRequest(closedServer, "/portico.json")).body)).not.toHaveProperty(
    "inbox",
  );
  expect(closedServer.hasInbox).toBe(false);
  expect(closedServer.development).toEqual([
    `Closed because ${reason}: inbox, sandbox. To open: --expose-inbox --expose-sandbox.`,
  ]);
  expect(closedServer.warnings).toEqual([
    "E-mails are not delivered. Set [auth.email.smtp] or [auth.hook.send_email], or open the inbox with --expose-inbox.",
    "Text messages are not delivered. Set a service of [auth.sms] or [auth.hook.send_sms], or open the inbox with --expose-inbox.",
  ]);
  const settings = JSON.parse((await sendRequest(closedServer, "/auth/v1/settings")).body);
  expect(settings.external.github).toBe(false);

  const openServer = await start(project, { ...options, expose: { inbox: true } });
  onTestFinished(() => openServer.close());
  const passedOn = { "x-forwarded-for": "203.0.113.7" };
  expect(await statuses(openServer, passedOn)).toEqual([200, 200, 404]);
  expect(JSON.parse((await sendRequest(openServer, "/portico.json", passedOn)).body).inbox).toBe(
    "/inbox",
  );
  expect(openServer.development).toEqual([
    "Open to everyone because of --expose-inbox: inbox.",
    `Closed because ${reason}: sandbox. To open: --expose-sandbox.`,
  ]);
  expect(openServer.warnings).toEqual([]);
});

test.each([
  { NODE_ENV: "production", kept: 0 },
  { NODE_ENV: "development", kept: 2 },
])(
  "two messages in $NODE_ENV keep $kept in the inbox, for callers who may read them",
  async ({ NODE_ENV, kept }) => {
    const project = await projectFolder({
      "supabase/config.toml": `${config}enable_confirmations = true
[auth.email]
enable_confirmations = true
[auth.rate_limit]
email_sent = 10
`,
    });
    const server = await start(project, { env: { NODE_ENV } });
    for (const account of [
      { email: `ada-${NODE_ENV}@example.com` },
      { phone: `452030408${kept}` },
    ]) {
      const response = await fetch(`${server.origin}/auth/v1/signup`, {
        method: "POST",
        body: JSON.stringify({ ...account, password: "correct horse" }),
      });
      expect(response.status).toBe(200);
    }
    const pendingQuery = sql`select from portico.outgoing_messages`;
    await eventually(async () =>
      expect((await server.database.query(pendingQuery)).rows).toEqual([]),
    );
    await server.close();
    const inboxServer = await start(project);
    onTestFinished(() => inboxServer.close());
    const { body } = await sendRequest(inboxServer, "/inbox/api/v1/messages");
    expect(JSON.parse(body).total).toBe(kept);
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "inbox and sandbox are off without a flag on a PostgreSQL server",
  async () => {
    const { storage, drop } = await makeTestStorage();
    onTestFinished(drop);
    const project = await projectFolder({
      "supabase/config.toml": `${config}[inbucket]\nport = 54397\n`,
    });
    const closedServer = await start(project, { storage });
    onTestFinished(() => closedServer.close());
    expect(await statuses(closedServer)).toEqual(absent);
    expect(closedServer.inboxOrigin).toBeUndefined();
    expect(closedServer.development).toEqual([
      "Closed because the database isn't the embedded one: inbox, sandbox. To open: --expose-inbox --expose-sandbox.",
    ]);
    const openServer = await start(project, { storage, expose: { inbox: true, sandbox: true } });
    onTestFinished(() => openServer.close());
    expect(await statuses(openServer)).toEqual(open);
  },
);

test("the start does not mention the inbox where messages are sent", async () => {
  const toml = `
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = 2525
user = "user"
pass = "pass"
admin_email = "team@example.com"
[auth.sms.twilio]
enabled = true
account_sid = "sid"
message_service_sid = "sid"
auth_token = "token"
`;
  const project = await projectFolder({ "supabase/config.toml": config + toml });
  const server = await start(project, { env: { NODE_ENV: "production" } });
  onTestFinished(() => server.close());
  expect(server.warnings).toEqual([]);
});

describe("the page's API address", () => {
  const urlFor = async (server: RunningServer, host: string) =>
    JSON.parse((await sendRequest(server, "/portico.json", { host })).body).url;

  test("a page on a network does not read the API's host from a forged Host header", async () => {
    const project = await projectFolder({ "supabase/config.toml": config });
    const server = await start(project, { host: "0.0.0.0" });
    onTestFinished(() => server.close());
    const { port } = new URL(server.origin);
    for (const host of ["evil.example", "evil.example:443", "127.0.0.1.evil.example", "10.0.0.1"]) {
      expect([host, await urlFor(server, host)]).toEqual([host, "https://door.example.com"]);
    }
    expect(await urlFor(server, "door.example.com")).toBe("https://door.example.com");
    expect(await urlFor(server, "site.example.com")).toBe("https://site.example.com");
    // A port of this machine may be forwarded to another port of a container.
    for (const host of [
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      "localhost:8080",
      "a.localhost",
    ]) {
      expect([host, await urlFor(server, host)]).toEqual([host, `http://${host}`]);
    }
  });

  test("the page gets the API's address from the address of the request", async () => {
    const project = await projectFolder({});
    const server = await start(project, { host: "0.0.0.0" });
    onTestFinished(() => server.close());
    const { port } = new URL(server.origin);
    // Every address in 127.0.0.0/8 is this machine's. Use this one as the machine's address on a network.
    const response = await fetch(`http://127.1.2.3:${port}/portico.json`);
    expect(await response.json()).toMatchObject({ url: `http://127.1.2.3:${port}` });
    expect(await urlFor(server, `127.1.2.4:${port}`)).toBe(server.origin);
  });
});

test("a start outside of development warns if the project has no public address", async () => {
  const project = await projectFolder({ "supabase/config.toml": "" });
  const server = await start(project, { env: { NODE_ENV: "production" } });
  onTestFinished(() => server.close());
  expect(server.warnings).toContain(
    `Links in messages and tokens name ${server.origin}. Set [api] external_url to the address that others use.`,
  );
});
