import { Hono } from "hono";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { createAccessTokens } from "../keys/access-token.ts";
import { loadProjectKeys } from "../keys/project.ts";
import { loadSigningKeys } from "../keys/signing-keys.ts";
import { RecentRequests } from "./recent-requests.ts";
import type { RecordedRequest } from "./recorded-request.ts";

const database = await openTestDatabase();
const keys = await loadProjectKeys(database);
const tokens = createAccessTokens(await loadSigningKeys(database), keys.jwtSecret);
await database.close();

function startRecorder() {
  const recent = new RecentRequests({ keys, tokens });
  const app = new Hono();
  app.use(recent.observe);
  app.all("*", (c) => c.text("ok"));
  const send = (path: string, body?: object) =>
    app.request(path, body && { method: "POST", body: JSON.stringify(body) });
  const allRequests = async () => {
    const requests: RecordedRequest[] = [];
    let position: string | undefined;
    for (;;) {
      const changes = await recent.changes(position, AbortSignal.abort());
      if (changes.requests.length === 0) return requests;
      requests.push(...changes.requests);
      position = changes.next;
    }
  };
  return { recent, send, all: allRequests };
}

afterEach(() => void vi.useRealTimers());

describe("recent requests", () => {
  test("a thousand requests are kept, and returned in pages of 200", async () => {
    const { recent, send, all: allRequests } = startRecorder();
    for (let count = 1; count <= 1_050; count += 1) await send(`/rest/v1/notes?id=eq.${count}`);
    const requests = await allRequests();
    expect(requests.length).toBe(1_000);
    expect(requests[0]?.path).toBe("/rest/v1/notes?id=eq.51");
    expect((await recent.changes(undefined, AbortSignal.abort())).requests.length).toBe(200);
    expect(recent.find(1)).toBeUndefined();
  });

  test("a request whose client has gone is recorded as cancelled, not as failed", async () => {
    const { recent, all: allRequests } = startRecorder();
    const app = new Hono();
    app.use(recent.observe);
    const controller = new AbortController();
    app.get("*", (c) => {
      controller.abort();
      return c.json({ code: "57014" }, 500);
    });
    await app.request(new Request("http://localhost/rest/v1/notes", { signal: controller.signal }));
    expect(await allRequests()).toMatchObject([{ status: 499, errorCode: "cancelled" }]);
  });

  test("a body that is nested too deeply for JSON.stringify is recorded without its inner levels", async () => {
    const { recent, all: allRequests } = startRecorder();
    const app = new Hono();
    app.use(recent.observe);
    app.post("*", async (c) => c.text(await c.req.text()));
    const body = `{"a":${"[".repeat(7_000)}${"]".repeat(7_000)}}`;
    const headers = { "content-type": "application/json" };
    const response = await app.request("/rest/v1/notes", { method: "POST", headers, body });
    expect(response.status).toBe(200);
    const [request] = await allRequests();
    expect(request?.body).toMatch(/^\{"a":\[{31}"REDACTED"\]{31}\}$/);
    expect(request?.isComplete).toBe(false);
  });

  test("a path with many beginnings of tokens is recorded at once, and tokens in it are removed", async () => {
    const { send, all: allRequests } = startRecorder();
    // A regular expression that scans the rest of the text from each `eyJ` would take minutes.
    await send(`/rest/v1/notes?a=${"eyJ".repeat(200_000)}`);
    await send("/rest/v1/notes?a=x-eyJhbGciOiJI.eyJzdWIi.c2ln&b=eyJhIjoxfQ");
    const [, request] = await allRequests();
    expect(request?.path).toBe("/rest/v1/notes?a=x-REDACTED&b=eyJhIjoxfQ");
  });

  test("requests are removed after an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { recent, send, all: allRequests } = startRecorder();
    await send("/rest/v1/old");
    vi.setSystemTime(Date.now() + 61 * 60 * 1_000);
    await send("/rest/v1/new");
    expect((await allRequests()).map(({ path }) => path)).toEqual(["/rest/v1/new"]);
    const events = recent.select({
      service: "api",
      from: 0,
      to: Number.POSITIVE_INFINITY,
      count: 9,
    });
    expect(events).toMatchObject([{ path: "/rest/v1/new", status_code: 200 }]);
  });

  test("a few megabytes of requests are kept, and returned in parts", async () => {
    const { recent, send, all: allRequests } = startRecorder();
    const title = "x".repeat(15_000);
    for (let count = 0; count < 700; count += 1) await send("/rest/v1/notes", { title });
    await new Promise(setImmediate);
    expect(JSON.stringify(await allRequests()).length).toBeLessThan(8_100_000);
    const firstPart = await recent.changes(undefined, AbortSignal.abort());
    expect(JSON.stringify(firstPart).length).toBeLessThan(1_100_000);
  });

  test("only a few callers can wait, and all stop waiting when the server closes", async () => {
    const { recent } = startRecorder();
    const { next } = await recent.changes(undefined, new AbortController().signal);
    const waiting = Array.from({ length: 16 }, () =>
      recent.changes(next, new AbortController().signal),
    );
    expect(await recent.changes(next, new AbortController().signal)).toEqual({
      requests: [],
      next,
    });
    recent.close();
    expect(await Promise.all(waiting)).toHaveLength(16);
    expect(await recent.changes(next, new AbortController().signal)).toEqual({
      requests: [],
      next,
    });
  });

  test("the output of a function is added to its request, up to 20 lines", async () => {
    const { recent, send, all: allRequests } = startRecorder();
    const log = recent.keeping({ error() {}, warn() {}, info() {} }, "edge-function");
    await send("/functions/v1/hello");
    await send("/functions/v1/hello-two");
    for (let count = 0; count < 30; count += 1)
      log.info({ function: "hello" }, `sb_secret_${count}`);
    const requests = await allRequests();
    const [helloRequest] = requests.filter(({ path }) => path === "/functions/v1/hello");
    expect(helloRequest?.logs).toHaveLength(20);
    expect(helloRequest?.logs[0]).toMatchObject({ level: "info", text: "REDACTED" });
  });
});
