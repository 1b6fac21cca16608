import { afterAll, beforeAll, expect, test } from "vitest";
import { MailServer } from "../../../test/servers/mail-server.ts";
import { startTestServer } from "../../../test/servers/test-server.ts";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { sql } from "../../database/sql.ts";
import { createLog } from "../../log/log.ts";
import { createProbe } from "../probe.ts";
import type { RunningServer } from "../server.ts";
import { openMonitoringPort } from "./monitoring-port.ts";

/** Tests the metrics of the server's work. */

const replies: Record<string, string> = { AUTH: "235 welcome\r\n" };
const mail = new MailServer(replies);
let server: RunningServer;
let hasCatalogue = true;

beforeAll(async () => {
  server = await startTestServer(
    {
      "supabase/config.toml": `
[auth.email]
enable_confirmations = true
max_frequency = "1h"
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${await mail.listen()}
user = "mailer"
pass = "the password of the mailer"
admin_email = "door@example.com"
[auth.rate_limit]
email_sent = 2
sign_in_sign_ups = 1`,
      "supabase/migrations/1_notes.sql": "create table notes (id int)",
      "supabase/migrations/2_more.sql": "alter table notes add column title text",
    },
    {
      env: { PORTICO_ADMIN_PORT: "0", PORTICO_TRUSTED_PROXIES: "1" },
      log: createLog("error", { write: () => {} }),
      interceptors: {
        wrapped: (database) => ({
          ...database,
          withLimits: (share) => {
            const shared = database.withLimits(share);
            return {
              ...shared,
              // Only the schema cache is read in such a transaction.
              transaction: (work, options) =>
                options?.isolation === "repeatable read" && !hasCatalogue
                  ? Promise.reject(new DatabaseUnavailable("away"))
                  : shared.transaction(work, options),
            };
          },
        }),
      },
    },
  );
});
afterAll(async () => {
  await server.close();
  await mail.close();
});

const readMetrics = async (origin = server.monitoringOrigin) =>
  (await fetch(`${origin}/metrics`)).text();

/** Returns the value of a metric such as `name{label="value"}`. */
async function metricValue(name: string, origin?: string): Promise<number | undefined> {
  const line = (await readMetrics(origin)).split("\n").find((item) => item.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

async function post(path: string, body: object, address = "127.0.0.1"): Promise<number> {
  const response = await fetch(`${server.origin}/auth/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

/** Waits, because a busy machine may need some time. */
const eventually = <T>(read: () => T) => expect.poll(read);

const messages = (result: string) => `portico_messages_total{channel="email",result="${result}"}`;
const limit = (name: string) => `portico_rate_limits_total{limit="${name}"}`;

test("messages are counted when they are sent, when they fail and when they are given up", async () => {
  const grace = { email: "grace@example.com", password: "the password of grace" };
  expect(await post("/signup", grace, "203.0.113.1")).toBe(200);
  await eventually(() => metricValue(messages("sent"))).toBe(1);
  expect(await metricValue(messages("failed"))).toBeUndefined();

  // A permanent refusal is not retried.
  replies["RCPT"] = "550 no such mailbox\r\n";
  const ada = { email: "ada@example.com", password: "the password of ada" };
  expect(await post("/signup", ada, "203.0.113.2")).toBe(200);
  await eventually(() => metricValue('portico_messages_abandoned_total{kind="signup"}')).toBe(1);
  expect(await metricValue(messages("failed"))).toBe(1);
  expect(await metricValue(messages("sent"))).toBe(1);
  expect(await metricValue("portico_outgoing_messages")).toBe(0);
});

test("a reached limit is counted by its name, without naming the caller", async () => {
  const wrongCredentials = { email: "eve@example.com", password: "a guess of eve" };
  const statuses = [];
  for (let count = 0; count < 3; count++) {
    statuses.push(await post("/token?grant_type=password", wrongCredentials, "203.0.113.9"));
  }
  expect(statuses).toEqual([400, 429, 429]);
  expect(await metricValue(limit("sign_in_sign_ups"))).toBe(2);

  const recover = { email: "grace@example.com" };
  expect(await post("/recover", recover, "203.0.113.4")).toBe(429);
  const reached = [limit("email_sent"), limit("email_max_frequency")];
  const [spent = 0, tooSoon = 0] = await Promise.all(reached.map((name) => metricValue(name)));
  expect(spent + tooSoon).toBe(1);
  expect(await readMetrics()).not.toMatch(/203\.0\.113|example\.com|\beve\b|grace/);
});

test("passwords are counted, with the time that they waited and took", async () => {
  const metricName = "portico_password_duration_seconds_count";
  const countBefore = (await metricValue(metricName)) ?? 0;
  const wrongCredentials = { email: "eve@example.com", password: "a guess of eve" };
  await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      post("/token?grant_type=password", wrongCredentials, `203.0.114.${index}`),
    ),
  );
  expect(await metricValue(metricName)).toBe(countBefore + 5);
  expect(await metricValue("portico_password_wait_seconds_count")).toBe(countBefore + 5);
  expect(await metricValue("portico_password_duration_seconds_sum")).toBeGreaterThan(0);
  expect(await metricValue("portico_passwords_hashing")).toBe(0);
  expect(await metricValue("portico_passwords_waiting")).toBe(0);
});

test("the database metrics are read on each scrape", async () => {
  const { port: alone, probe } = await openProbe();
  try {
    probe.metrics.watch(server.database);
    expect(await metricValue("portico_migrations", alone.origin)).toBe(2);
  } finally {
    await alone.close();
  }
});

test("loads of the schema cache are counted by their result, and so are the project's migrations", async () => {
  const loads = (result: string) => `portico_schema_cache_loads_total{result="${result}"}`;
  await eventually(() => metricValue(loads("loaded"))).toBe(1);
  const firstLoad = await metricValue("portico_schema_cache_last_load_seconds");
  expect(firstLoad).toBeGreaterThan(0);
  hasCatalogue = false;
  await server.database.query(sql`notify pgrst`);
  await eventually(() => metricValue(loads("failed"))).toBe(1);
  expect(await metricValue("portico_schema_cache_last_load_seconds")).toBe(firstLoad);
  hasCatalogue = true;
  await server.database.query(sql`notify pgrst`);
  await eventually(() => metricValue(loads("loaded"))).toBe(2);
  expect(await metricValue("portico_migrations")).toBe(2);
});

test("/ready names the failed check, and each failure is counted", async () => {
  const { port, probe } = await openProbe();
  try {
    const ready = async () => {
      const response = await fetch(`${port.origin}/ready`);
      return { status: response.status, text: await response.text() };
    };
    expect(await ready()).toEqual({ status: 503, text: "starting\n" });
    const failQuery = () => Promise.reject(new DatabaseUnavailable("away"));
    probe.setChecks({ database: failQuery, catalogue: failQuery });
    expect(await ready()).toEqual({ status: 503, text: "database\ncatalogue\n" });
    probe.setChecks({ database: async () => {}, catalogue: async () => {} });
    expect(await ready()).toEqual({ status: 200, text: "" });
    probe.setChecks("stopping");
    expect(await ready()).toEqual({ status: 503, text: "stopping\n" });
    for (const reason of ["starting", "database", "catalogue", "stopping"]) {
      expect(await metricValue(`portico_not_ready_total{reason="${reason}"}`, port.origin)).toBe(1);
    }
  } finally {
    await port.close();
  }
});

async function openProbe() {
  const probe = await createProbe();
  const { metrics, failures } = probe;
  const port = await openMonitoringPort({ host: "127.0.0.1", port: 0 }, { ...metrics, failures });
  return { port, probe };
}
