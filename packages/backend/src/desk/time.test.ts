import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskServer } from "../../test/servers/desk-server.ts";
import { Inbox } from "../testing/inbox.ts";

const dayMs = 24 * 60 * 60 * 1_000;

let desk: Awaited<ReturnType<typeof startDeskServer>>;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "desk-time-"));
  desk = await startDeskServer(
    {
      "supabase/config.toml": `
        project_id = "shop"
        [auth.external.github]
        enabled = true
        [auth.external.google]
        enabled = true
        client_id = "id"
        secret = "secret"`,
      "supabase/migrations/20260101000000_notes.sql": `
        create table notes (id int primary key, at timestamptz default now());`,
    },
    { storage: { directory } },
  );
});
afterAll(async () => {
  await desk.close();
  await rm(directory, { recursive: true });
});

const withoutKey = { "x-portico-desk": "" };
const foreignHeaders = { origin: "http://localhost:5173" };
const changes = [
  ["/time/clock", { offsetMs: dayMs }],
  ["/time/trouble", { rateLimited: true }],
  ["/snapshots", { name: "stolen" }],
  ["/snapshots/losses", { name: "first" }],
  ["/snapshots/restore", { name: "first" }],
] as const;

test.each(changes)(
  "%s has no effect without the key, and from a page on another port",
  async (path, body) => {
    expect((await desk.call(path, body, withoutKey)).status).toBe(401);
    expect((await desk.call(path, body, foreignHeaders)).status).toBe(403);
    const { body: time } = await desk.call("/time");
    expect(time).toMatchObject({ offsetMs: 0, trouble: {} });
    expect((await desk.call("/snapshots")).body.snapshots).toEqual([]);
  },
);

describe("the clock", () => {
  test.each([1e300, -1e15, 0.5, "1", null])("an offset of %s is refused", async (offsetMs) => {
    expect((await desk.call("/time/clock", { offsetMs })).status).toBe(400);
  });
});

describe("simulated failures", () => {
  const setFailure = (trouble: object) => desk.call("/time/trouble", trouble);
  const signUp = (email: string) =>
    desk.newClient().auth.signUp({ email, password: "a-long-password" });

  test("rate limits refuse all requests until the failure ends", async () => {
    expect((await setFailure({ rateLimited: true })).body.trouble).toEqual({ rateLimited: true });
    expect((await signUp("limited@example.com")).error).toMatchObject({
      status: 429,
      code: "over_request_rate_limit",
    });
    expect((await setFailure({})).body.trouble).toEqual({});
    expect((await signUp("limited@example.com")).error).toBeNull();
  });

  test("delayed mail arrives immediately when the failure ends", async () => {
    await signUp("slow@example.com");
    await setFailure({ mailDelay: 60_000 });
    const recovery = await desk.newClient().auth.resetPasswordForEmail("slow@example.com");
    expect(recovery.error).toBeNull();
    const inbox = new Inbox(desk.origin, 30_000);
    const countBefore = await inbox.count("slow@example.com");
    await setFailure({});
    await expect
      .poll(() => inbox.count("slow@example.com"), { timeout: 30_000 })
      .toBe(countBefore + 1);
  });

  test("slow responses affect the wires and not the desk", async () => {
    await setFailure({ delay: 60_000 });
    const slowResponse = fetch(`${desk.origin}/auth/v1/health`);
    const hasResponse = slowResponse.then(() => true);
    const { status } = await desk.call("/time");
    expect(status).toBe(200);
    expect(await Promise.race([hasResponse, desk.call("/time").then(() => false)])).toBe(false);
    await setFailure({});
    expect((await slowResponse).status).toBe(200);
  });

  test.each([{ delay: -1 }, { delay: 1e9 }, { mailDelay: "x" }, { other: true }])(
    "%j is refused",
    async (trouble) => {
      expect((await setFailure(trouble)).status).toBe(400);
    },
  );

  test("the providers that the sandbox replaces are listed", async () => {
    expect((await desk.call("/time")).body.providers).toEqual([
      { name: "github", isSandbox: true },
      { name: "google", isSandbox: false },
    ]);
  });
});

describe("snapshots", () => {
  test("a snapshot is saved while the server runs, and tells what restoring it deletes", async () => {
    const saveResponse = await desk.call("/snapshots", { name: "first" });
    expect(saveResponse.body.snapshots).toMatchObject([{ name: "first", hasFiles: true }]);
    expect(await desk.call("/snapshots", { name: "first" })).toMatchObject({
      status: 400,
      body: { code: "mistake" },
    });
    expect((await desk.call("/snapshots", { name: "first", replaces: true })).status).toBe(200);
    const losses = async () => (await desk.call("/snapshots/losses", { name: "first" })).body;
    const countBefore = await losses();
    await desk.newClient().auth.signUp({ email: "new@example.com", password: "a-long-password" });
    expect(await losses()).toEqual({ ...countBefore, accounts: countBefore.accounts + 1 });
  });

  test("a snapshot is restored only by a server that can be restarted", async () => {
    await desk.call("/snapshots", { name: "kept", replaces: true });
    expect(await desk.call("/snapshots/restore", { name: "kept" })).toMatchObject({
      status: 409,
      body: { code: "cannot_restore" },
    });
  });

  test.each(["../../etc", "a/b", "", "x".repeat(65), ".", "a\0b"])(
    "the name %j is refused",
    async (name) => {
      for (const path of ["/snapshots", "/snapshots/losses", "/snapshots/restore"]) {
        expect([path, (await desk.call(path, { name })).status]).toEqual([path, 400]);
      }
    },
  );
});
