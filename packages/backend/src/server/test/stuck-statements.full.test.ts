import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCluster } from "../../../../../scripts/process/start-cluster.mjs";
import { startTestServer } from "../../../test/servers/test-server.ts";
import { testLog } from "../../../test/test-log.ts";
import { sql } from "../../database/sql.ts";
import type { RunningServer } from "../server.ts";

/** Tests statements that ignore timeouts on a PostgreSQL server: its LIKE does not check for interrupts. */

const isPostgres = process.env["TEST_DATABASE_URL"] !== undefined;

/** The statement takes more than a minute. Filters of the API are limited to shorter patterns. */
const stuck = "rpc/stuck";

describe.runIf(isPostgres)("the REST API on a PostgreSQL server", () => {
  // No session can end such a statement, so the test has its own cluster to stop.
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let server: RunningServer;
  beforeAll(async () => {
    cluster = await startCluster();
    if (!cluster) throw new Error("PostgreSQL did not start.");
    server = await startTestServer(
      {
        "supabase/config.toml": "",
        "supabase/migrations/1_texts.sql": `
          create table texts (id int primary key, text text);
          insert into texts values (1, repeat('a', 1000000));
          create function stuck() returns int language sql as
            $$ select count(*) from texts where text like '%' || repeat('a', 20000) || 'b%' $$;
          create function stubborn() returns void language plpgsql as
            $$ begin loop begin perform pg_sleep(1); exception when query_canceled then null; end; end loop; end $$;
          alter role authenticated set statement_timeout to '1s';`,
      },
      { log: testLog(), storage: { url: cluster.url } },
    );
  });
  afterAll(async () => {
    await server.close();
    await cluster?.stop();
  });

  const signUp = async () => {
    const response = await fetch(`${server.origin}/auth/v1/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        email: `${crypto.randomUUID()}@example.com`,
        password: "correct horse",
      }),
    });
    const { access_token } = (await response.json()) as { access_token: string };
    return { authorization: `Bearer ${access_token}` };
  };

  const read = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(`${server.origin}/rest/v1/${path}`, { headers });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  const countProcesses = async (routine: string) => {
    const { rows } = await server.database.query<{ count: number }>(sql`
      select count(*)::int from pg_stat_activity
      where state = 'active' and query like ${`%"${routine}"%`} and pid <> pg_backend_pid()`);
    return rows[0]?.count;
  };

  test("a function that catches its cancellation is ended, too", async () => {
    expect(await read("rpc/stubborn", await signUp())).toMatchObject({ status: 500 });
    await expect.poll(() => countProcesses("stubborn"), { timeout: 10_000 }).toBe(0);
  });

  test("statements that ignore their timeout end in PostgreSQL's error, and other users are served meanwhile", async () => {
    const slowUser = await signUp();
    const otherUser = await signUp();
    expect((await read("texts?select=id", otherUser)).status).toBe(200);
    let hasEnded = false;
    const slow = Promise.all(Array.from({ length: 8 }, () => read(stuck, slowUser))).finally(() => {
      hasEnded = true;
    });
    await sleep(200);
    let count = 0;
    for (; !hasEnded; count++) {
      expect(await read("texts?select=id", otherUser)).toEqual({ status: 200, body: [{ id: 1 }] });
      await sleep(100);
    }
    expect(count).toBeGreaterThan(5);
    const timeoutError = {
      status: 500,
      body: expect.objectContaining({
        code: "57014",
        message: "canceling statement due to statement timeout",
      }),
    };
    // Five statements run at a time. The server still runs them after their responses, so the other three get no
    // connection.
    const refusal = { status: 504, body: expect.objectContaining({ code: "PGRST003" }) };
    const responses = (await slow).toSorted((a, b) => a.status - b.status);
    expect(responses).toEqual([...Array(5).fill(timeoutError), ...Array(3).fill(refusal)]);
    expect(await countProcesses("stuck")).toBe(5);
  });

  test("the user whose statement ignored its timeout is served again afterwards", async () => {
    const user = await signUp();
    const { status } = await read(stuck, user);
    expect(status).toBe(500);
    expect((await read("texts?select=id", user)).status).toBe(200);
  });

  test("many users together leave at most twice the connections of the REST API to such statements", async () => {
    const users = await Promise.all(Array.from({ length: 5 }, signUp));
    const requests = users.flatMap((user) => Array.from({ length: 5 }, () => read(stuck, user)));
    expect(new Set((await Promise.all(requests)).map(({ status }) => status))).toEqual(
      new Set([500, 504]),
    );
    expect(await countProcesses("stuck")).toBe(14);
    await signUp();
  });
});
