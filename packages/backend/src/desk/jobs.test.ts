import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDeskServer } from "../../test/servers/desk-server.ts";

let desk: Awaited<ReturnType<typeof startDeskServer>>;
const target = createServer((_, response) => void response.writeHead(500).end("<b>broken</b>"));
beforeAll(async () => {
  await new Promise<void>((resolve) => void target.listen(0, "127.0.0.1", resolve));
  const address = target.address();
  const port = typeof address === "object" ? address?.port : undefined;
  desk = await startDeskServer({
    "supabase/config.toml": 'project_id = "shop"',
    "supabase/migrations/20260101000000_jobs.sql": `
      create extension pg_cron;
      create extension pgmq;
      create table runs (id int generated always as identity primary key);
      select cron.schedule('<b>tidy</b>', '0 3 1 1 *', 'insert into runs default values');
      select cron.schedule('broken', '@yearly', 'select 1 / 0');
      select pgmq.create('Mails; drop table x'::text) where false;
      select pgmq.create('mails'), pgmq.create('Other Queue');
      create trigger "<i>hook</i>" after insert on runs for each row
        execute function supabase_functions.http_request(
          'http://127.0.0.1:${port}/hook', 'POST', '{"authorization": "Bearer a-secret"}', '{}', '1000');`,
  });
});
afterAll(async () => {
  await desk.close();
  target.close();
});

const jobs = async () => (await desk.call("/jobs")).body;

test.each([
  ["/jobs/runs", { id: 1 }],
  ["/jobs/run", { id: 1 }],
  ["/jobs/active", { id: 1, isActive: false }],
  ["/queues/messages", { queue: "mails" }],
  ["/queues/send", { queue: "mails", message: "{}" }],
  ["/queues/archive", { queue: "mails", id: "1" }],
  ["/queues/delete", { queue: "mails", id: "1" }],
])("%s is refused without the key, and to a page on another port", async (path, body) => {
  expect((await desk.call(path, body, { "x-portico-desk": "" })).status).toBe(401);
  expect((await desk.call(path, body, { origin: "http://localhost:5173" })).status).toBe(403);
});

describe("jobs of pg_cron", () => {
  test("jobs are listed with their next runs, and run immediately on request", async () => {
    const { cron } = await jobs();
    expect(cron).toMatchObject([
      {
        id: 1,
        name: "<b>tidy</b>",
        schedule: "0 3 1 1 *",
        isActive: true,
        lastRun: null,
        nextRunAt: expect.stringMatching(/^20\d\d-01-01T03:00:00\.000Z$/),
      },
      { id: 2, name: "broken" },
    ]);
    expect((await desk.call("/jobs/run", { id: 1 })).status).toBe(202);
    const runs = async (id: number) => (await desk.call("/jobs/runs", { id })).body.runs;
    await expect
      .poll(() => runs(1), { timeout: 30_000 })
      .toMatchObject([{ status: "succeeded", message: "ok", durationMs: expect.any(Number) }]);
  });

  test("a failed run has PostgreSQL's message", async () => {
    await desk.call("/jobs/run", { id: 2 });
    await expect
      .poll(async () => (await jobs()).cron[1].lastRun, { timeout: 30_000 })
      .toMatchObject({ status: "failed", message: "ERROR: division by zero" });
  });

  test("a paused job still runs on request", async () => {
    expect((await desk.call("/jobs/active", { id: 1, isActive: false })).status).toBe(200);
    expect((await jobs()).cron[0]).toMatchObject({ isActive: false, nextRunAt: null });
    expect((await desk.call("/jobs/run", { id: 1 })).status).toBe(202);
    expect((await desk.call("/jobs/active", { id: 1, isActive: true })).status).toBe(200);
  });

  test.each([
    [{ id: 99 }, 404],
    [{ id: "1; drop table runs" }, 400],
    [{ id: -1 }, 400],
    [{ id: 1e300 }, 400],
  ])("a change of the job %j gets the status %d", async (body, status) => {
    expect((await desk.call("/jobs/run", body)).status).toBe(status);
    expect((await desk.call("/jobs/active", { ...body, isActive: true })).status).toBe(status);
  });
});

describe("queues of pgmq", () => {
  const messages = async (queue: string, isArchive = false) =>
    (await desk.call("/queues/messages", { queue, isArchive })).body.messages;

  test("messages are sent, read without being taken, archived and deleted", async () => {
    for (const message of ['{"to": "<script>"}', '"second"']) {
      expect((await desk.call("/queues/send", { queue: "mails", message })).status).toBe(200);
    }
    expect((await jobs()).queues).toMatchObject([
      { name: "Other Queue", length: 0, oldestSeconds: null },
      { name: "mails", length: 2, visible: 2, total: 2, oldestSeconds: expect.any(Number) },
    ]);
    for (const _ of [1, 2]) {
      expect(await messages("mails")).toMatchObject([
        { id: "1", reads: 0, message: '{"to": "<script>"}' },
        { id: "2", reads: 0 },
      ]);
    }
    const archiveResponse = await desk.call("/queues/archive", { queue: "mails", id: "1" });
    expect(archiveResponse.body).toEqual({ isDone: true });
    expect((await desk.call("/queues/delete", { queue: "mails", id: "2" })).body.isDone).toBe(true);
    expect((await desk.call("/queues/delete", { queue: "mails", id: "2" })).body.isDone).toBe(
      false,
    );
    expect(await messages("mails")).toEqual([]);
    expect(await messages("mails", true)).toMatchObject([{ id: "1" }]);
    expect(await messages("Other Queue")).toEqual([]);
  });

  test.each(["nothing", 'x"; drop table runs; --', "meta", "pg_class"])(
    "a queue %j does not exist",
    async (queue) => {
      expect(await desk.call("/queues/messages", { queue })).toMatchObject({
        status: 404,
        body: { code: "no_queue" },
      });
      expect((await desk.call("/queues/send", { queue, message: "{}" })).status).toBe(404);
    },
  );

  test("a message that is not JSON is refused with PostgreSQL's message", async () => {
    expect(await desk.call("/queues/send", { queue: "mails", message: "{" })).toMatchObject({
      status: 400,
      body: { code: "database", sqlstate: "22P02" },
    });
  });
});

test("webhooks are shown with their requests and responses, but without their headers", async () => {
  await desk.call("/sql", { text: "insert into runs default values", as: { role: "postgres" } });
  await expect
    .poll(async () => (await jobs()).webhooks.requests[0], { timeout: 30_000 })
    .toMatchObject({ webhook: "<i>hook</i>", status: 500, body: "<b>broken</b>", error: null });
  const { webhooks } = await jobs();
  expect(webhooks.webhooks).toMatchObject([
    {
      schema: "public",
      table: "runs",
      name: "<i>hook</i>",
      method: "POST",
      url: expect.stringContaining("/hook"),
    },
  ]);
  expect(JSON.stringify(webhooks)).not.toContain("a-secret");
});
