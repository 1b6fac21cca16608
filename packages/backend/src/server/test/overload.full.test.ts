import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../../test/servers/test-server.ts";
import { testLog } from "../../../test/test-log.ts";
import { sql } from "../../database/sql.ts";
import type { RunningServer } from "../server.ts";

/** Tests that one caller's many requests do not block other callers' requests. */

/** The duration of the attack in seconds. `npm run test:nightly` sets it to several minutes. */
const durationSeconds = Number(process.env["PORTICO_ATTACK"] ?? 0);

const backtracking = String.raw`texts?select=id&text=match.^(a*)(a*)(a*)(a*)\1\2\3\4$`;

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer(
    {
      "supabase/config.toml": `
      [auth.rate_limit]
      sign_in_sign_ups = 100000
      [auth.hook.custom_access_token]
      enabled = false
      uri = "pg-functions://postgres/public/hook"`,
      "supabase/migrations/1_texts.sql": `
      create table texts (id int primary key, text text);
      insert into texts values (1, repeat('a', 2001));
      create table marks (what text);
      create function dawdle() returns void language sql
        set statement_timeout to '30s' as 'select pg_sleep(30)';
      create function mark() returns void language plpgsql
        set statement_timeout to '30s' as $$ begin
          insert into marks values ('of a caller who hung up');
          perform pg_sleep(30); end $$;`,
    },
    {
      log: testLog(),
    },
  );
  await fetch(`${server.origin}/rest/v1/texts?select=id`);
});
afterAll(() => server.close());

const data = (path: string, init: RequestInit = {}) =>
  fetch(`${server.origin}/rest/v1/${path}`, init);

const post = async (path: string, body: object, token?: string) => {
  const response = await fetch(`${server.origin}/auth/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

let userCount = 0;
async function signUpPerson() {
  const account = { email: `person${++userCount}@example.com`, password: "correct horse" };
  const { body } = await post("/signup", account);
  return { ...account, token: String(body.access_token) };
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

test("the query of a caller who disconnects is cancelled, and nothing of it is kept", async () => {
  const caller = new AbortController();
  const request = data("rpc/mark", { method: "POST", signal: caller.signal }).catch(() => {});
  await sleep(300);
  caller.abort();
  await request;
  expect(await measure(() => data("texts?select=id"))).toBeLessThan(1_500);
  await expect
    .poll(async () => {
      const { rows } = await server.database.query(sql`
        select query from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`);
      return rows;
    })
    .toEqual([]);
  expect(await (await data("marks")).json()).toEqual([]);
});

test("slow queries of the REST API leave the auth wire its connections", async () => {
  const { email, password, token } = await signUpPerson();
  const caller = new AbortController();
  const slow = Array.from({ length: 20 }, () =>
    data("rpc/dawdle", { signal: caller.signal }).catch(() => {}),
  );
  await sleep(500);
  const user = () =>
    fetch(`${server.origin}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });
  for (let round = 0; round < 2; round++) {
    expect(await measure(user)).toBeLessThan(2_500);
    const signIn = () => post("/token?grant_type=password", { email, password });
    expect(await measure(signIn)).toBeLessThan(5_000);
    expect((await signIn()).status).toBe(200);
  }
  caller.abort();
  await Promise.all(slow);
});

test.runIf(durationSeconds > 0)(
  "ten attackers with an expensive query do not keep others from being served",
  { timeout: durationSeconds * 1000 + 60_000 },
  async () => {
    const isEmbedded = server.database.engine === "pglite";
    const attacker = await signUpPerson();
    const { email, password } = await signUpPerson();
    const statuses = new Map<string, number>();
    let isOver = false;
    const attacks = Array.from({ length: 10 }, async (_, index) => {
      // Half of the attackers are signed in and may use eight seconds per statement, the others three.
      const headers = index % 2 ? { authorization: `Bearer ${attacker.token}` } : {};
      while (!isOver) {
        const response = await data(backtracking, { headers: new Headers(headers) });
        const { code } = (await response.json()) as { code: string };
        const outcome = `${response.status} ${code}`;
        statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      }
    });
    const times: Record<"data" | "sign-in", number[]> = { data: [], "sign-in": [] };
    const until = performance.now() + durationSeconds * 1000;
    while (performance.now() < until) {
      times.data.push(
        await measure(async () => expect((await data("texts?select=id")).status).toBe(200)),
      );
      times["sign-in"].push(
        await measure(async () => {
          const { status } = await post("/token?grant_type=password", { email, password });
          expect(status).toBe(200);
        }),
      );
      await sleep(100);
    }
    isOver = true;
    await Promise.all(attacks);
    const p99 = (durations: number[]) =>
      durations.toSorted((a, b) => a - b)[Math.ceil(durations.length * 0.99) - 1] ?? 0;
    const measured = { data: p99(times.data), "sign-in": p99(times["sign-in"]) };
    console.info({ measured, asked: times.data.length, statuses: Object.fromEntries(statuses) });
    expect(
      [...statuses.keys()].filter((outcome) => !/^(500 57014|504 PGRST003)$/.test(outcome)),
    ).toEqual([]);
    // A sign-in is several statements, and on PostgreSQL the attackers use most of the processors.
    expect(measured["sign-in"]).toBeLessThan(isEmbedded ? 4_000 : 2_000);
    if (isEmbedded) expect(measured.data).toBeLessThan(2_000);
  },
);
