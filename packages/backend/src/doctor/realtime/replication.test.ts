import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { startPrimary } from "../../../test/databases/clusters.ts";
import { pgbouncers, startPooler } from "../../../test/databases/pgbouncer.ts";
import { openPrepared } from "../../database/pglite/new-database.ts";
import { openPostgres } from "../../database/postgres/postgres.ts";
import type { Finding } from "../finding.ts";
import { examineReplication, examineSlots } from "./replication.ts";

const causes = (findings: readonly Finding[]) =>
  findings.map(({ severity, cause }) => `${severity}: ${cause}`);

test("the embedded database, which has no log to replicate, is not a finding", async () => {
  const database = await openPrepared();
  expect(await examineReplication(database, {})).toEqual([]);
  expect(await examineSlots(database)).toEqual([]);
  await database.close();
});

describe.runIf(process.env["TEST_DATABASE_URL"])("a server", () => {
  const server = process.env["TEST_DATABASE_URL"] ?? "";

  async function examined(url: string, options: Parameters<typeof examineReplication>[1] = {}) {
    const database = await openPostgres({ url, directUrl: options.directUrl });
    try {
      return causes(await examineReplication(database, options)).join("\n");
    } finally {
      await database.close();
    }
  }

  test("a server that replicates is not a finding", async () => {
    expect(await examined(server)).toBe("");
  });

  test.runIf(pgbouncers().length > 0)(
    "a server behind a pooler needs DATABASE_DIRECT_URL",
    async () => {
      const pooler = await startPooler(pgbouncers()[0] ?? "", server);
      onTestFinished(() => pooler.close());
      expect(await examined(pooler.url)).toBe(
        "wrong: No client receives changes of tables: DATABASE_URL leads through a pooler.",
      );
      expect(await examined(pooler.url, { directUrl: server })).toBe("");
      expect(await examined(pooler.url, { directUrl: pooler.url })).toContain(
        "DATABASE_DIRECT_URL also leads through a pooler",
      );
      const unreachableUrl = "postgresql://postgres@127.0.0.1:9/postgres";
      expect(await examined(pooler.url, { directUrl: unreachableUrl })).toContain(
        "that DATABASE_DIRECT_URL names cannot be reached",
      );
    },
  );

  test("the doctor reports a role without replication, missing or unread slots, and long transactions", async () => {
    const { client, port } = await startPrimary();
    const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
    await client.query("create role plain login");
    const plainFindings = await examined(url.replace("postgres@", "plain@"));
    expect(plainFindings).toContain("doubtful: The role plain may not replicate");

    const writer = new pg.Client({ connectionString: url, application_name: "importer" });
    await writer.connect();
    await writer.query("begin; select pg_current_xact_id()");
    expect(await examined(url, { longSeconds: 3600 })).toBe("");
    const waitingFindings = await examined(url, { longSeconds: 0 });
    expect(waitingFindings).toMatch(
      /^doubtful: The first client that listens has to wait: a transaction of process \d+ \(importer\) has been open since 20/,
    );
    await writer.query("commit");
    await writer.end();
    expect(await examined(url, { longSeconds: 0 })).toBe("");

    const database = await openPostgres({ url });
    onTestFinished(() => database.close());
    await client.query("select pg_create_physical_replication_slot('left_behind', true)");
    expect(await examineSlots(database)).toEqual([]);
    for (let count = 0; count < 5; count++) {
      await client.query("select pg_logical_emit_message(false, 'portico', 'a')");
      await client.query("select pg_switch_wal()");
    }
    expect(causes(await examineSlots(database))).toEqual([
      expect.stringMatching(
        /^doubtful: The replication slot left_behind has no reader\. The server retains \d+ MB of its log/,
      ),
    ]);

    await client.query(`
      select pg_create_physical_replication_slot('taken_' || n)
      from generate_series(2, current_setting('max_replication_slots')::int) as n`);
    expect(await examined(url)).toMatch(
      /^doubtful: No replication slot is free \(max_replication_slots = 50, taken by left_behind, taken_10/,
    );
  });
});
