import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskServer } from "../../test/desk-server.ts";
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

const none = { "x-portico-desk": "" };
const foreign = { origin: "http://localhost:5173" };
const changes = [
  ["/time/clock", { offsetMs: dayMs }],
  ["/time/trouble", { rateLimited: true }],
  ["/snapshots", { name: "stolen" }],
  ["/snapshots/losses", { name: "first" }],
  ["/snapshots/restore", { name: "first" }],
] as const;

test.each(changes)(
  "%s does nothing without the key, or for a page on another port",
  async (path, body) => {
    expect((await desk.call(path, body, none)).status).toBe(401);
    expect((await desk.call(path, body, foreign)).status).toBe(403);
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

describe("troubles", () => {
  const set = (trouble: object) => desk.call("/time/trouble", trouble);
  const signUp = (email: string) =>
    desk.newClient().auth.signUp({ email, password: "a-long-password" });

  test("rate limits refuse everybody until they are switched off", async () => {
    expect((await set({ rateLimited: true })).body.trouble).toEqual({ rateLimited: true });
    expect((await signUp("limited@example.com")).error).toMatchObject({
      status: 429,
      code: "over_request_rate_limit",
    });
    expect((await set({})).body.trouble).toEqual({});
    expect((await signUp("limited@example.com")).error).toBeNull();
  });

  test("slow mail arrives at once when it is switched off", async () => {
    await signUp("slow@example.com");
    await set({ mailDelay: 60_000 });
    const recovery = await desk.newClient().auth.resetPasswordForEmail("slow@example.com");
    expect(recovery.error).toBeNull();
    const inbox = new Inbox(desk.origin, 30_000);
    const before = await inbox.count("slow@example.com");
    await set({});
    await expect.poll(() => inbox.count("slow@example.com"), { timeout: 30_000 }).toBe(before + 1);
  });

  test("slow answers delay the wires and not the desk", async () => {
    await set({ delay: 60_000 });
    const slow = fetch(`${desk.origin}/auth/v1/health`);
    const isAnswered = slow.then(() => true);
    const { status } = await desk.call("/time");
    expect(status).toBe(200);
    expect(await Promise.race([isAnswered, desk.call("/time").then(() => false)])).toBe(false);
    await set({});
    expect((await slow).status).toBe(200);
  });

  test.each([{ delay: -1 }, { delay: 1e9 }, { mailDelay: "x" }, { other: true }])(
    "%j is refused",
    async (trouble) => {
      expect((await set(trouble)).status).toBe(400);
    },
  );

  test("the providers that the sandbox stands in for are named", async () => {
    expect((await desk.call("/time")).body.providers).toEqual([
      { name: "github", isSandbox: true },
      { name: "google", isSandbox: false },
    ]);
  });
});

describe("snapshots", () => {
  test("are saved while the server runs, and say what going back deletes", async () => {
    const saved = await desk.call("/snapshots", { name: "first" });
    expect(saved.body.snapshots).toMatchObject([{ name: "first", hasFiles: true }]);
    expect(await desk.call("/snapshots", { name: "first" })).toMatchObject({
      status: 400,
      body: { code: "mistake" },
    });
    expect((await desk.call("/snapshots", { name: "first", replaces: true })).status).toBe(200);
    const losses = async () => (await desk.call("/snapshots/losses", { name: "first" })).body;
    const before = await losses();
    await desk.newClient().auth.signUp({ email: "new@example.com", password: "a-long-password" });
    expect(await losses()).toEqual({ ...before, accounts: before.accounts + 1 });
  });

  test("are restored only by a server that can be restarted", async () => {
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
