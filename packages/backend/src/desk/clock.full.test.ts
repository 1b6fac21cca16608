import { expect, onTestFinished, test } from "vitest";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

const daySeconds = 24 * 60 * 60;

// This needs another process, because moving the clock affects the whole process, including the test runner.
test("the clock of a server can be moved forward and back, for tokens, the database and jobs", async () => {
  const project = await projectFolder({
    "supabase/config.toml": 'project_id = "shop"',
    "supabase/migrations/1_jobs.sql": `
      create extension pg_cron;
      select cron.schedule('tick', '1 second', 'select 1');`,
  });
  const command = portico(["start", "--project", project, "--port=0", "--memory", "--secret-key"]);
  onTestFinished(async () => {
    command.process.kill("SIGKILL");
    await command.ended;
  });
  const origin = await command.origin;
  await expect.poll(command.output, { timeout: 30_000 }).toMatch(/sb_publishable_\S+/);
  const [, key = ""] = /\/desk\/#key=([\w-]+)/.exec(command.output()) ?? [];
  const [apikey = ""] = /sb_publishable_[\w-]+/.exec(command.output()) ?? [];
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const options = { method: "POST", headers, body: JSON.stringify(body) };
    // biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the body
    return (await fetch(`${origin}${path}`, options)).json() as Promise<any>;
  };
  const desk = (path: string, body: object) =>
    post(`/desk/api${path}`, { "x-portico-desk": key, "content-type": "application/json" }, body);
  const query = async (text: string) => {
    const { results } = await desk("/sql", { text, as: { role: "postgres" } });
    return Number(results[0].rows[0][0]);
  };
  const seconds = () => query("select extract(epoch from now())::bigint");
  const runs = () => query("select count(*) from cron.job_run_details where status = 'succeeded'");

  const realTime = Date.now() / 1_000;
  const clockResponse = await desk("/time/clock", { offsetMs: 30 * daySeconds * 1_000 });
  expect(Date.parse(clockResponse.now) / 1_000).toBeGreaterThanOrEqual(realTime + 30 * daySeconds);
  const session = await post(
    "/auth/v1/signup",
    { apikey, "content-type": "application/json" },
    { email: "later@example.com", password: "a-long-password" },
  );
  expect(session.expires_at).toBeGreaterThan(realTime + 30 * daySeconds);
  expect(await seconds()).toBeGreaterThanOrEqual(realTime + 30 * daySeconds - 1);
  const runsBefore = await runs();
  await expect.poll(runs, { timeout: 60_000 }).toBeGreaterThan(runsBefore);

  await desk("/time/clock", { offsetMs: 0 });
  expect(await seconds()).toBeLessThan(realTime + daySeconds);
  const runsAhead = await runs();
  await expect.poll(runs, { timeout: 60_000 }).toBeGreaterThan(runsAhead + 1);
}, 240_000);
