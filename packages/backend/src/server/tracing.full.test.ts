import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../test/databases/test-database.ts";
import { eventually } from "../../test/eventually.ts";
import { type Command, portico } from "../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../test/project-folder.ts";
import { MailServer } from "../../test/servers/mail-server.ts";
import { type OutsideServer, openOutsideServer } from "../../test/servers/outside-server.ts";

/** Tests the spans that an OpenTelemetry collector receives (OTLP over HTTP, in JSON). */

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** The span kind of OTLP: 2 for a server, 3 for a client. */
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, "attributes">;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const attributes = ({ attributes: list }: Pick<Span, "attributes">) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

const mail = new MailServer({ AUTH: "235 welcome\r\n" });
const hookSecret = "djEsd2hzZWNfYSBzZWNyZXQgb2YgdGhlIGhvb2s=";
const email = "ada@example.com";
const password = "the password of ada";
/** On a server, SQL may only send requests to the internet. */
const isEmbedded = !process.env["TEST_DATABASE_URL"];
const trace = "0af7651916cd43dd8448eb211c80319c";
const caller = "b7ad6b7169203331";

let collector: OutsideServer;
let hook: OutsideServer;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const commands: Command[] = [];

beforeAll(async () => {
  collector = await openOutsideServer();
  hook = await openOutsideServer();
  folder = await temporaryFolder({
    "supabase/config.toml": `
[auth.email]
enable_confirmations = true
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${await mail.listen()}
user = "mailer"
pass = "the password of the mailer"
admin_email = "door@example.com"
[auth.hook.before_user_created]
enabled = true
uri = "${hook.url}/a-secret-path?key=a-secret-key"
secrets = "v1,whsec_${hookSecret}"`,
    "supabase/migrations/1_notes.sql": `
      create table notes (id int, title text);
      grant select, insert on notes to anon;
      insert into storage.buckets (id, name, public) values ('avatars', 'avatars', true);
      create extension if not exists pg_net;
      select net.http_post('${hook.url}/queued', '{}', '{}', '{"Expect": "100-continue"}');
      create function break_down() returns void language plpgsql as
        $$ begin raise exception 'broken by ada@example.com' using errcode = 'XX000'; end $$`,
  });
  storage = await makeTestStorage();
});
afterAll(async () => {
  for (const { process } of commands) process.kill("SIGKILL");
  await Promise.all(commands.map(({ ended }) => ended));
  await Promise.all([collector.close(), hook.close(), mail.close()]);
  await storage.drop();
  await folder.remove();
});

function start(env: Readonly<Record<string, string>>): Command {
  const databaseVariables = "url" in storage.storage ? { DATABASE_URL: storage.storage.url } : {};
  const memory = "url" in storage.storage ? [] : ["--memory"];
  const command = portico(["start", "--port", "0", "--project", folder.path, ...memory], {
    ...databaseVariables,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    GOTRUE_LOG_LEVEL: "info",
    ...env,
  });
  commands.push(command);
  return command;
}

async function stop(command: Command) {
  command.process.kill("SIGTERM");
  return command.ended;
}

const keyOf = (command: Command, kind: string) =>
  command.output().match(new RegExp(`${kind} key +(\\S+)`))?.[1] ?? "";

describe("traces", () => {
  let spans: readonly Span[] = [];
  let collected = "";
  let output = "";
  let secrets: Record<string, string> = {};

  const only = (matches: (span: Span) => boolean): Span => {
    const matchingSpans = spans.filter(matches);
    expect(matchingSpans).toHaveLength(1);
    return matchingSpans[0] as Span;
  };
  const server = (name: string) => only((span) => span.kind === 2 && span.name === name);
  const childrenOf = ({ spanId }: Span) => spans.filter((span) => span.parentSpanId === spanId);

  beforeAll(async () => {
    const command = start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const origin = await command.origin;
    const publishable = keyOf(command, "Publishable");
    const secret = keyOf(command, "Secret");
    const sendRequest = (path: string, key: string, init: RequestInit = {}) =>
      fetch(origin + path, {
        ...init,
        headers: { apikey: key, "content-type": "application/json", ...init.headers },
      }).then(async (response) => ({ status: response.status, text: await response.text() }));
    const postOptions = (body: object, headers = {}) => ({
      method: "POST",
      body: JSON.stringify(body),
      headers,
    });

    // The first request to the REST API reads the schema cache; those statements are below its span.
    expect((await sendRequest("/rest/v1/", secret)).status).toBe(200);
    const flags = {
      traceparent: `00-${trace}-${caller}-01`,
      baggage: "who=ada%40example.com",
      "x-request-id": "the-sign-up",
    };
    const signUp = await sendRequest(
      "/auth/v1/signup",
      publishable,
      postOptions({ email, password }, flags),
    );
    expect(signUp.status).toBe(200);
    if (isEmbedded) {
      const paths = () => hook.requests.map(({ path }) => path);
      await eventually(() => expect(paths()).toContain("/queued"));
    }
    await eventually(() => expect(mail.received).toHaveLength(1));
    const message = mail.received[0]?.message.replaceAll("=\r\n", "") ?? "";
    const code = /\b\d{6}\b/.exec(message)?.[0] ?? "";
    const token = /token=3D(\w+)/.exec(message)?.[1] ?? "";
    const verified = await sendRequest(
      "/auth/v1/verify",
      publishable,
      postOptions({ type: "signup", token_hash: token }, { "x-request-id": "the-verification" }),
    );
    expect(verified.status).toBe(200);
    const session = JSON.parse(verified.text);

    const filter = "title=eq.a-secret-of-ada&select=alias_of_ada:title,id::text";
    expect((await sendRequest(`/rest/v1/notes?${filter}`, publishable)).status).toBe(200);
    const body = { id: 1, title: "a body of ada" };
    expect((await sendRequest("/rest/v1/notes", publishable, postOptions(body))).status).toBe(201);
    expect(
      (await sendRequest("/rest/v1/rpc/break_down", publishable, postOptions({}))).status,
    ).toBe(500);
    const upload = await sendRequest(`/storage/v1/object/avatars/${email}.txt`, secret, {
      method: "POST",
      body: "a file of ada",
      headers: { authorization: `Bearer ${secret}`, "content-type": "text/plain" },
    });
    expect(upload.status).toBe(200);
    expect((await sendRequest(`/page/${email}?code=a-code-of-ada`, publishable)).status).toBe(404);

    ({ output } = await stop(command));
    collected = collector.requests.map((request) => request.body).join("\n");
    spans = collector.requests
      .map((request): Exported => JSON.parse(request.body))
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    secrets = {
      email,
      password,
      publishable,
      secret,
      code,
      token,
      hookSecret,
      access: session.access_token,
      refresh: session.refresh_token,
      jwt: session.access_token.split(".")[2],
      "user's name": "ada",
      "mail server's password": "the password of the mailer",
      "path of the hook": "a-secret-path",
      "key of the hook": "a-secret-key",
      filter: "a-secret-of-ada",
      alias: "alias_of_ada",
      body: "a body of ada",
      file: "a file of ada",
      query: "a-code-of-ada",
      message: "broken by",
    };
  }, 300_000);

  test("a request continues its caller's trace, with its statements and calls below it", () => {
    const signUp = server("POST /auth/v1/signup");
    expect(signUp).toMatchObject({ traceId: trace, parentSpanId: caller });
    expect(attributes(signUp)).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/auth/v1/signup",
      "url.path": "/auth/v1/signup",
      "http.response.status_code": 200,
      "http.response.header.x-request-id": { values: [{ stringValue: "the-sign-up" }] },
    });
    const children = childrenOf(signUp);
    const statements = children.filter((span) => attributes(span)["db.system.name"]);
    expect(statements.map(({ name }) => name)).toContain("INSERT auth.users");
    for (const span of statements) expect(span.kind).toBe(3);
    expect(new Set(children.map(({ traceId }) => traceId))).toEqual(new Set([trace]));
  });

  test("a hook receives the trace, but not the caller's baggage", () => {
    const port = Number(new URL(hook.url).port);
    const { spanId } = server("POST /auth/v1/signup");
    const isHookCall = (span: Span) => attributes(span)["server.port"] === port;
    const hookSpan = only((span) => isHookCall(span) && span.parentSpanId === spanId);
    expect(hookSpan).toMatchObject({ name: "POST", kind: 3 });
    expect(attributes(hookSpan)).toMatchObject({
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "server.address": "127.0.0.1",
    });
    const request = hook.requests.find(({ path }) => path !== "/queued");
    expect(request?.headers["traceparent"]).toBe(`00-${trace}-${hookSpan.spanId}-01`);
    expect(request?.headers).not.toHaveProperty("baggage");
  });

  test.runIf(isEmbedded)(
    "a request that SQL queued has a trace, however its URL is written",
    () => {
      expect(hook.requests.map(({ path }) => path)).toContain("/queued");
      const port = Number(new URL(hook.url).port);
      const queued = only((span) => attributes(span)["server.port"] === port && !span.parentSpanId);
      expect(attributes(queued)).toMatchObject({ "http.response.status_code": 200 });
    },
  );

  test("a message sent after the answer has its own trace", () => {
    const delivery = only(({ name }) => name === "deliver message");
    expect(delivery.parentSpanId ?? "").toBe("");
    expect(delivery.traceId).not.toBe(trace);
    const names = childrenOf(delivery).map(({ name }) => name);
    expect(names).toContain("SMTP send");
    expect(names).toContain("SELECT auth.users");
  });

  test("the REST API's statement names its table, and the storage wire's request its route", () => {
    const readSpan = server("GET /rest/v1/:table");
    expect(childrenOf(readSpan).map(({ name }) => name)).toEqual(["SELECT public.notes"]);
    const upload = server("POST /storage/v1/object/:bucket/:name{.*}");
    expect(childrenOf(upload).length).toBeGreaterThan(0);
    const page = server("GET");
    expect(attributes(page)).toMatchObject({ "url.path": "/", "http.response.status_code": 404 });
    expect(attributes(page)).not.toHaveProperty("http.route");
  });

  test("a failed span has the error's code, but not its message", () => {
    const failed = server("POST /rest/v1/rpc/:function");
    expect(failed.status).toEqual({ code: 2 });
    expect(attributes(failed)["error.type"]).toBe("500");
    const [statement] = childrenOf(failed).filter(({ status }) => status.code === 2);
    expect(attributes(statement as Span)).toMatchObject({
      "error.type": "XX000",
      "db.response.status_code": "XX000",
    });
  });

  test("the process names itself, and does not trace what it sends to the collector", () => {
    const [first] = collector.requests;
    const exported: Exported = JSON.parse(first?.body ?? "{}");
    const resource = exported.resourceSpans[0]?.resource;
    expect(resource && attributes(resource)).toMatchObject({ "service.name": "portico" });
    const port = Number(new URL(collector.url).port);
    expect(spans.filter((span) => attributes(span)["server.port"] === port)).toEqual([]);
  });

  test("no span contains an address, a password, a token, a key, a body or a query", () => {
    expect(spans.length).toBeGreaterThan(50);
    for (const [name, value] of Object.entries(secrets)) {
      expect(value.length, name).toBeGreaterThan(2);
      // A short secret may occur in an id by chance.
      const isFound =
        value.length > 6 ? collected.includes(value) : new RegExp(`\\b${value}\\b`).test(collected);
      expect(isFound ? name : "").toBe("");
    }
  });

  test("log lines name the trace and the request", () => {
    const line = output.split("\n").find((item) => item.includes("the-verification")) ?? "{}";
    const { traceId, spanId } = server("POST /auth/v1/verify");
    expect(JSON.parse(line)).toMatchObject({ trace_id: traceId, span_id: spanId });
  });
});

test("a collector that is unreachable or silent stops neither requests nor the process", async () => {
  const silentServer = await openOutsideServer();
  silentServer.answer = () => new Promise(() => {});
  for (const endpoint of ["http://127.0.0.1:9", silentServer.url]) {
    const command = start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: "50" });
    const origin = await command.origin;
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${origin}/auth/v1/health`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await stop(command)).toMatchObject({ code: 0 });
  }
  await silentServer.close();
}, 300_000);

test("missing OpenTelemetry packages are reported at the start with the command that installs them", async () => {
  const hooks = `import { registerHooks } from "node:module";
    registerHooks({ resolve(specifier, context, next) {
      if (!specifier.startsWith("@opentelemetry/")) return next(specifier, context);
      throw Object.assign(new Error("none"), { code: "ERR_MODULE_NOT_FOUND" });
    } });`;
  const command = start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hooks)}`,
  });
  const origin = await command.origin;
  expect(command.output()).toContain("npm install @opentelemetry/api @opentelemetry/sdk-node");
  expect((await fetch(`${origin}/auth/v1/health`)).status).toBe(200);
  expect(await stop(command)).toMatchObject({ code: 0 });
}, 180_000);
