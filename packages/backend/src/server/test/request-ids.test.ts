import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../test/servers/test-server.ts";
import { createLog } from "../../log/log.ts";
import type { RunningServer } from "../server.ts";

const lines: string[] = [];
const logLines = () => lines.map((line) => JSON.parse(line));
let server: RunningServer;

beforeAll(async () => {
  server = await startTestServer(
    {
      "supabase/config.toml": `
[auth.email]
enable_confirmations = true
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = 1
user = "mailer"
pass = "the password of the mailer"
admin_email = "door@example.com"`,
    },
    {
      log: createLog("info", { write: (line) => void lines.push(line) }),
    },
  );
});
afterAll(() => server.close());

const sendRequest = (path: string, headers: Record<string, string> = {}, body?: object) =>
  fetch(`${server.origin}${path}`, {
    headers: { "content-type": "application/json", ...headers },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
const idOf = (response: Response) => response.headers.get("x-request-id");
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test.each(["123", "a-B_c.d:e", "f".repeat(128)])(
  "a request keeps the id that it brought: %s",
  async (id) => {
    expect(idOf(await sendRequest("/auth/v1/health", { "x-request-id": id }))).toBe(id);
  },
);

test.each(["", "ada@example.com", "two words", "f".repeat(129), 'a"b'])(
  "a request with an invalid id gets another one: %s",
  async (id) => {
    expect(idOf(await sendRequest("/auth/v1/health", { "x-request-id": id }))).toMatch(uuid);
  },
);

test("each request without an id gets its own, on every wire", async () => {
  const paths = ["/auth/v1/health", "/rest/v1/", "/storage/v1/bucket", "/functions/v1/none", "/x"];
  const ids = await Promise.all(paths.map(async (path) => idOf(await sendRequest(path))));
  for (const id of ids) expect(id).toMatch(uuid);
  expect(new Set(ids).size).toBe(paths.length);
});

test("a page of another origin may read the id in addition to what it could read before", async () => {
  const headers = { origin: "https://app.example" };
  for (const [path, other] of [
    ["/auth/v1/health", "X-Total-Count"],
    ["/rest/v1/", "Content-Range"],
    ["/storage/v1/bucket", "ETag"],
  ] as const) {
    const exposed = (await sendRequest(path, headers)).headers.get("access-control-expose-headers");
    expect(exposed?.split(/, ?/)).toEqual(expect.arrayContaining([other, "X-Request-Id"]));
  }
});

test("a line of the log has the id of its request, however many run at once", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `guess-${index}`);
  const wrongCredentials = (index: number) => ({
    email: `ada${index}@example.com`,
    password: "a guess",
  });
  await Promise.all(
    ids.map((id, index) =>
      sendRequest(
        "/auth/v1/token?grant_type=password",
        { "x-request-id": id },
        wrongCredentials(index),
      ),
    ),
  );
  const failedSignIns = logLines().filter(({ request_id }) => request_id?.startsWith("guess-"));
  expect(failedSignIns.map(({ request_id }) => request_id).sort()).toEqual([...ids].sort());
});

test("an audit event has the request's id, and work after the response has none", async () => {
  const ada = { email: "ada@example.com", password: "the password of ada" };
  const newUser = { email: "grace@example.com", email_confirm: true };
  const admin = { authorization: `Bearer ${server.keys.secret}`, "x-request-id": "made" };
  expect((await sendRequest("/auth/v1/admin/users", admin, newUser)).status).toBe(200);
  expect((await sendRequest("/auth/v1/signup", { "x-request-id": "sign-up" }, ada)).status).toBe(
    200,
  );
  const failed = () => logLines().find(({ msg }) => /^a message \(signup\) was not sent/.test(msg));
  await expect.poll(failed).toBeDefined();
  expect(failed()).not.toHaveProperty("request_id");
  const event = { request_id: "made", auth_audit_event: expect.anything() };
  expect(logLines()).toContainEqual(expect.objectContaining(event));
});

// A server on PostgreSQL does not serve the inbox.
test.skipIf(process.env["TEST_DATABASE_URL"])(
  "an error outside the wires is logged with the id of its request",
  async () => {
    await server.database.script("alter table portico.inbox_messages rename to gone");
    try {
      const path = "/inbox/api/v1/messages";
      const response = await sendRequest(path, { "x-request-id": "broken-inbox" });
      expect([response.status, await response.text()]).toEqual([500, "Internal Server Error"]);
      expect(logLines()).toContainEqual(
        expect.objectContaining({ level: 50, request_id: "broken-inbox", msg: "a request failed" }),
      );
    } finally {
      await server.database.script("alter table portico.gone rename to inbox_messages");
    }
  },
);

test("an internal error has the id in the answer where the wire's format has a place for it", async () => {
  await server.database.script("alter table auth.users rename to gone");
  try {
    const wrongCredentials = { email: "ada@example.com", password: "a guess" };
    const path = "/auth/v1/token?grant_type=password";
    const firstResponse = await sendRequest(path, { "x-request-id": "broken-1" }, wrongCredentials);
    expect(firstResponse.status).toBe(500);
    expect(await firstResponse.json()).toMatchObject({
      error_code: "unexpected_failure",
      error_id: "broken-1",
    });
    const version = { "x-supabase-api-version": "2024-01-01", "x-request-id": "broken-2" };
    const secondResponse = await sendRequest(path, version, wrongCredentials);
    expect(secondResponse.status).toBe(500);
    expect(Object.keys((await secondResponse.json()) as object).sort()).toEqual([
      "code",
      "message",
    ]);
    expect(idOf(secondResponse)).toBe("broken-2");
    for (const id of ["broken-1", "broken-2"]) {
      expect(logLines()).toContainEqual(expect.objectContaining({ level: 50, request_id: id }));
    }
  } finally {
    await server.database.script("alter table auth.gone rename to users");
  }
  const refusal = await sendRequest(
    "/auth/v1/token?grant_type=password",
    {},
    { email: "x", password: "y" },
  );
  expect(await refusal.json()).not.toHaveProperty("error_id");
});
