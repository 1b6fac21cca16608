import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { type OutsideServer, openOutsideServer } from "../../../test/servers/outside-server.ts";
import { startTestServer } from "../../../test/servers/test-server.ts";
import { testLog } from "../../../test/test-log.ts";
import { sql } from "../../database/sql.ts";
import type { RunningServer } from "../server.ts";

/** Tests the jobs of pg_cron and the requests of pg_net, which the backend runs. */
let server: RunningServer;
let target: OutsideServer;
let address: string;
const isEmbedded = process.env["TEST_DATABASE_URL"] === undefined;

beforeAll(async () => {
  target = await openOutsideServer();
  address = target.url;
  target.answer = ({ path }) => {
    if (path === "/slow") return new Promise(() => {});
    const headers = { "content-type": "text/plain", location: "/elsewhere" };
    return { status: path === "/moved" ? 302 : 201, headers, body: "heard" };
  };
  server = await startTestServer(
    {
      "supabase/migrations/1_jobs.sql": `
      create extension if not exists pg_cron with schema pg_catalog;
      create extension if not exists pg_net with schema extensions;
      create extension if not exists pgmq;
      create table public.ticks (id int generated always as identity, by text default current_user);
      create table public.notes (id int primary key);
      create trigger told after insert on public.notes for each row
        execute function supabase_functions.http_request('${address}/hook', 'POST', '{}', '{}', '1000');
      select cron.schedule('tick', '1 second', 'insert into public.ticks default values');
      select cron.schedule('wrong', '1 second', 'select nothing');`,
    },
    { log: testLog() },
  );
});
afterAll(async () => {
  await server.close();
  await target.close();
});

const rowsOf = async (query: ReturnType<typeof sql>) => (await server.database.query(query)).rows;

/** Returns the row that a query eventually finds. */
const eventualRow = (query: ReturnType<typeof sql>) =>
  eventually(async () => {
    const [row] = await rowsOf(query);
    if (!row) throw new Error("There is no such row yet.");
    return row;
  });

const answerTo = (call: ReturnType<typeof sql>) =>
  rowsOf(sql`select ${call} as id`).then(([row]) =>
    eventualRow(sql`select * from net._http_response where id = ${row?.["id"]}`),
  );

/** Resolves when a job has succeeded the given number of times. */
const succeeded = (job: string, times: number) =>
  eventually(async () => {
    const runs = await rowsOf(sql`
      select from cron.job_run_details where command like ${`%${job}%`} and status = 'succeeded'`);
    expect(runs.length).toBeGreaterThanOrEqual(times);
  });

test.runIf(isEmbedded)(
  "a request is sent after its transaction, and its response is stored",
  async () => {
    const response = await answerTo(
      sql`net.http_post(${`${address}/a`}, '{"b": 1}', '{"c": "d"}')`,
    );
    expect(response).toMatchObject({
      status_code: 201,
      content: "heard",
      content_type: "text/plain",
    });
    expect(target.requests).toContainEqual(
      expect.objectContaining({ method: "POST", path: "/a?c=d", body: '{"b": 1}' }),
    );
    await server.database
      .transaction(async (connection) => {
        await connection.query(sql`select net.http_get(${`${address}/undone`})`);
        throw new Error("rolled back");
      })
      .catch(() => {});
    const redirectResponse = await answerTo(sql`net.http_get(${`${address}/moved`})`);
    expect(redirectResponse).toMatchObject({
      status_code: 302,
      headers: { location: "/elsewhere" },
    });
    const paths = target.requests.map(({ path }) => path);
    expect(paths).not.toContain("/undone");
    expect(paths).not.toContain("/elsewhere");
  },
);

test.runIf(isEmbedded)("a database webhook sends the row", async () => {
  await rowsOf(sql`insert into notes values (7)`);
  const hooks = () => target.requests.filter(({ path }) => path === "/hook");
  await eventually(() => expect(hooks()).toHaveLength(1));
  expect(JSON.parse(hooks()[0]?.body ?? "")).toEqual({
    type: "INSERT",
    schema: "public",
    table: "notes",
    record: { id: 7 },
    old_record: null,
  });
});

test.runIf(isEmbedded)("the API responds at the host name that containers use for it", async () => {
  const response = await answerTo(sql`net.http_get('http://kong:8000/auth/v1/health')`);
  expect(response["status_code"]).toBeGreaterThan(0);
  expect(response["error_msg"]).toBeNull();
});

test.runIf(isEmbedded)(
  "at most twenty requests run at a time, whatever the queue's statistics are",
  async () => {
    let peak = 0;
    let runningCount = 0;
    const { answer: response } = target;
    target.answer = async () => {
      peak = Math.max(peak, ++runningCount);
      await sleep(20);
      runningCount--;
      return {};
    };
    // With statistics for a single row, the planner may repeat the LIMIT for each row that it finds, and take more
    // requests than allowed.
    await server.database.script(`
      begin;
      insert into net.http_request_queue (method, url, timeout_milliseconds) values ('GET', '${address}/first', 1000);
      analyze net.http_request_queue;
      commit;
      select net.http_get('${address}/many') from generate_series(1, 60)`);
    const receivedRequests = () => target.requests.filter(({ path }) => path === "/many");
    await eventually(() => expect(receivedRequests()).toHaveLength(60));
    target.answer = response;
    expect(peak).toBeLessThanOrEqual(20);
  },
);

test("a request without a response records the reason", async () => {
  const slow = await answerTo(sql`net.http_get(${`${address}/slow`}, timeout_milliseconds => 200)`);
  if (isEmbedded) expect(slow).toMatchObject({ timed_out: true, status_code: null });
  const refused = "Requests to link-local addresses are not sent";
  for (const url of [
    "http://169.254.169.254/latest",
    "http://[fe80::1]/",
    "http://[::ffff:169.254.169.254]/",
  ]) {
    expect(await answerTo(sql`net.http_get(${url})`)).toMatchObject({ error_msg: refused });
  }
  expect(await answerTo(sql`net.http_get('file:///etc/passwd')`)).toMatchObject({
    error_msg: "Unsupported protocol: file:",
  });
  expect(
    await answerTo(sql`net.http_get('http://localhost:1/', headers => '{"a": "b\\r\\nc: d"}')`),
  ).toMatchObject({ status_code: null });
});

test.skipIf(isEmbedded)(
  "a server that may be in production sends no requests into its own network",
  async () => {
    for (const url of [address, address.replace("127.0.0.1", "localhost"), "http://10.0.0.1/"]) {
      expect(await answerTo(sql`net.http_get(${url})`)).toMatchObject({
        error_msg: expect.stringMatching(
          /^Requests to (loopback|private network) addresses are not sent$/,
        ),
      });
    }
  },
);

// The job's interval has passed while the earlier tests sent their requests.
test("a job runs at its interval, and its runs are recorded", async () => {
  await succeeded("ticks", 2);
  expect((await rowsOf(sql`select from ticks`)).length).toBeGreaterThan(1);
  const runs = await rowsOf(sql`
    select distinct jobname, status, return_message as message
    from cron.job_run_details as run join cron.job on job.jobid = run.jobid
    where status <> 'running' order by jobname`);
  expect(runs).toEqual([
    { jobname: "tick", status: "succeeded", message: "ok" },
    { jobname: "wrong", status: "failed", message: 'ERROR: column "nothing" does not exist' },
  ]);
});

test("an unscheduled job does not run anymore", async () => {
  await server.database.script(`
    create table public.later (id int generated always as identity);
    select cron.unschedule('tick'), cron.unschedule('wrong'),
      cron.schedule('later', '1 second', 'insert into public.later default values')`);
  // Jobs share one connection, so when the new job has run for the first time, a current run of the old job has ended.
  await succeeded("later", 1);
  const countBefore = (await rowsOf(sql`select from ticks`)).length;
  await succeeded("later", 2);
  expect(await rowsOf(sql`select from ticks`)).toHaveLength(countBefore);
  await server.database.script("select cron.unschedule('later')");
});

test("requests, jobs and queues keep working under a publication for all tables", async () => {
  await server.database.script(`
    create publication everything for all tables`);
  const [queued] = await rowsOf(sql`select net.http_get('http://127.0.0.1:1/') as id`);
  const responseQuery = sql`select from net._http_response where id = ${queued?.["id"]}`;
  await eventualRow(responseQuery);
  await rowsOf(sql`delete from net._http_response`);
  await server.database.script(`
    select cron.schedule('published', '0 0 1 1 *', 'select 1'), cron.unschedule('published');
    select pgmq.create('published'), pgmq.drop_queue('published');
    drop publication everything`);
});
