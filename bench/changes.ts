/**
 * Measures, on PostgreSQL and without sockets, how much slower writes to a published table are than to an unpublished
 * one, and how long a change takes to reach a thousand subscribers under policies.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseError } from "../packages/backend/src/database/errors.ts";
import type { Database } from "../packages/backend/src/database/port.ts";
import { openPostgres } from "../packages/backend/src/database/postgres/postgres.ts";
import { identifier, sql } from "../packages/backend/src/database/sql.ts";
import { prepareDatabase } from "../packages/backend/src/database/system.ts";
import type { TokenClaims } from "../packages/backend/src/realtime/changes/port.ts";
import { DatabaseTableChanges } from "../packages/backend/src/realtime/changes/table-changes.ts";
import { startCluster } from "./instruments/compared-servers.ts";
import { median, percentile, print, repeat, runAlternately } from "./instruments/measure.ts";

const subscriberCount = 1_000;
const changesPerSecond = 100;
/** The highest acceptable 99th percentile of the time until the last subscriber receives a change. */
const maxP99Ms = 50;
const durationSeconds = 10;

const log = {
  error: (fields: object, message: string) => print(`${message}: ${JSON.stringify(fields)}`),
  warn: (fields: object, message: string) => print(`${message}: ${JSON.stringify(fields)}`),
  info: () => {},
};

export async function measureChanges(): Promise<void> {
  const cluster = await startCluster();
  // Let commits wait for the disk, which is PostgreSQL's default: replication only sends what is on disk.
  const settingsDatabase = await openPostgres({ url: cluster.url });
  await settingsDatabase.script("alter database postgres set synchronous_commit = on");
  await settingsDatabase.close();
  const database = await openPostgres({ url: cluster.url });
  try {
    await prepareDatabase(database);
    const tables = ["plain", "published"]
      .map(
        (name) => `
          create table ${name} (
            id uuid primary key, owner uuid not null, text text not null, at timestamptz default now(), done boolean);
          alter table ${name} enable row level security;
          create policy own on ${name} to authenticated using (owner = auth.uid());
          create policy all_of_it on ${name} to service_role using (true);`,
      )
      .join("\n");
    await database.script(`${tables} alter publication supabase_realtime add table published;`);
    const refuseReplication = async () => {
      throw new DatabaseError({ code: "55000", message: "wal_level" });
    };
    const triggerDatabase: Database = { ...database, replicate: refuseReplication };

    await measureWriters("by replication, with a listener", database, database, true);

    await measureWriters("by triggers, with a listener", database, triggerDatabase, true);

    await measureWriters(
      "by triggers, after the listener has left",
      database,
      triggerDatabase,
      false,
    );
    const claims = Array.from({ length: 100 }, () => ({
      role: "authenticated",
      sub: randomUUID(),
    }));
    for (const [label, source] of [
      ["replication", database],
      ["triggers", triggerDatabase],
    ] as const) {
      await measureDelays(
        `by ${label}, each change for 10 of ${subscriberCount} (100 users)`,
        source,
        claims,
      );
      await measureDelays(`by ${label}, each change for all of ${subscriberCount}`, source, [
        { role: "service_role" },
      ]);
    }
  } finally {
    await database.close();
    await cluster.stop();
  }
}

async function measureWriters(
  name: string,
  writer: Database,
  source: Database,
  isPublished: boolean,
) {
  const tableChanges = new DatabaseTableChanges(source, log);
  const subscription = await tableChanges.subscribe({
    entries: new Map([[1, { event: "*", schema: "public", table: "published" }]]),
    claims: { role: "service_role" },
    client: {},
    onChange: () => {},
    onGap: () => {},
    onEnd: () => {},
  });
  if (!isPublished) {
    subscription.close();
    await writer.query(sql`delete from realtime.change_listeners`);
  }
  const insert = (table: string) => (seconds: number) =>
    repeat({ concurrency: 4, seconds }, () =>
      writer.query(
        sql`insert into ${identifier(table)} values (${randomUUID()}, ${randomUUID()}, 'a note of some length')`,
      ),
    );
  const { wire, baseline } = await runAlternately({
    wire: insert("published"),
    baseline: insert("plain"),
  });
  print(
    `PostgreSQL: inserts ${name}: ${wire.perSecond.toFixed(0)}/s; into a table that is not published ${baseline.perSecond.toFixed(0)}/s; ratio ${(wire.perSecond / baseline.perSecond).toFixed(2)}`,
  );
  await tableChanges.close();
}

async function measureDelays(name: string, source: Database, users: readonly TokenClaims[]) {
  const tableChanges = new DatabaseTableChanges(source, log);
  const startTimes = new Map<string, number>();
  const receivedAt = new Map<string, number>();
  let gaps = 0;
  const subscribersPerUser = subscriberCount / users.length;
  for (const claims of users) {
    for (let index = 0; index < subscribersPerUser; index++) {
      await tableChanges.subscribe({
        entries: new Map([[1, { event: "INSERT", schema: "public", table: "published" }]]),
        claims,
        client: {},
        onChange: (_, data) => {
          const id = /"id":"([^"]+)"/.exec(data)?.[1] ?? "";
          receivedAt.set(id, performance.now());
        },
        onGap: () => gaps++,
        onEnd: () => gaps++,
      });
    }
  }
  await sleep(500);
  const total = changesPerSecond * durationSeconds;
  const start = performance.now();
  const inserts: Promise<unknown>[] = [];
  for (let index = 0; index < total; index++) {
    await sleep(Math.max(0, start + (index * 1000) / changesPerSecond - performance.now()));
    const id = randomUUID();
    const owner = users[index % users.length]?.["sub"] ?? randomUUID();
    startTimes.set(id, performance.now());
    inserts.push(
      source.query(sql`insert into published values (${id}, ${owner}, 'a note of some length')`),
    );
  }
  await Promise.all(inserts);
  const deadline = Date.now() + 20_000;
  while (receivedAt.size < total && Date.now() < deadline) await sleep(50);
  await tableChanges.close();
  const times = [...startTimes].map(
    ([id, from]) => (receivedAt.get(id) ?? Number.POSITIVE_INFINITY) - from,
  );
  const p99Ms = percentile(times, 0.99);
  print(
    `PostgreSQL: ${changesPerSecond} changes a second ${name}: half in ${median(times).toFixed(1)} ms, 99 of 100 in ${p99Ms.toFixed(1)} ms to the last (wanted at most ${maxP99Ms}: ${p99Ms <= maxP99Ms ? "met" : "missed"})${gaps > 0 ? `; ${gaps} gaps` : ""}`,
  );
}
