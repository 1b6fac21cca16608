/**
 * Measures what a published table costs its writer, compared with an unpublished one; and how long a change
 * takes to reach a thousand subscribers under policies, on PostgreSQL, without sockets.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, DatabaseError } from "../packages/backend/src/database/port.ts";
import { openPostgres } from "../packages/backend/src/database/postgres/postgres.ts";
import { identifier, sql } from "../packages/backend/src/database/sql.ts";
import { prepareDatabase } from "../packages/backend/src/database/system.ts";
import type { TokenClaims } from "../packages/backend/src/realtime/changes/port.ts";
import { DatabaseTableChanges } from "../packages/backend/src/realtime/changes/table-changes.ts";
import { inTurns, median, percentile, print, repeat } from "./measure.ts";
import { startCluster } from "./stage.ts";

const subscribers = 1_000;
const changesPerSecond = 100;
/** The limit for the 99th percentile, until the last subscriber has the change. */
const maxP99Ms = 50;
/** How long changes are measured. */
const durationSeconds = 10;

/** Shows warnings and errors. */
const log = {
  error: (fields: object, message: string) => print(`${message}: ${JSON.stringify(fields)}`),
  warn: (fields: object, message: string) => print(`${message}: ${JSON.stringify(fields)}`),
  info: () => {},
};

export async function changes(): Promise<void> {
  const cluster = await startCluster();
  // Commits wait for the disk, as they do by default: replication only sends what is on disk.
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
    const byTriggers: Database = { ...database, replicate: refuseReplication };

    await writers("by replication, with a listener", database, database, true);

    await writers("by triggers, with a listener", database, byTriggers, true);

    await writers("by triggers, when the listener has gone", database, byTriggers, false);
    const claims = Array.from({ length: 100 }, () => ({
      role: "authenticated",
      sub: randomUUID(),
    }));
    for (const [label, source] of [
      ["replication", database],
      ["triggers", byTriggers],
    ] as const) {
      await delays(
        `by ${label}, each change for 10 of ${subscribers} (100 persons)`,
        source,
        claims,
      );
      await delays(`by ${label}, each change for all of ${subscribers}`, source, [
        { role: "service_role" },
      ]);
    }
  } finally {
    await database.close();
    await cluster.stop();
  }
}

async function writers(name: string, writer: Database, source: Database, isPublished: boolean) {
  const tableChanges = new DatabaseTableChanges(source, log);
  const subscription = await tableChanges.subscribe({
    entries: new Map([[1, { event: "*", schema: "public", table: "published" }]]),
    ...{ claims: { role: "service_role" }, client: {} },
    onChange: () => {},
    onGap: () => {},
    onEnd: () => {},
  });
  if (!isPublished) {
    subscription.close();
    await writer.query(sql`delete from realtime.change_listeners`);
  }
  const insert = (table: string) => (seconds: number) =>
    repeat({ width: 4, seconds }, () =>
      writer.query(
        sql`insert into ${identifier(table)} values (${randomUUID()}, ${randomUUID()}, 'a note of some length')`,
      ),
    );
  const { wire, limit } = await inTurns({ wire: insert("published"), limit: insert("plain") });
  print(
    `PostgreSQL: inserts ${name}: ${wire.perSecond.toFixed(0)}/s; into a table that is not published ${limit.perSecond.toFixed(0)}/s; ratio ${(wire.perSecond / limit.perSecond).toFixed(2)}`,
  );
  await tableChanges.close();
}

async function delays(name: string, source: Database, persons: readonly TokenClaims[]) {
  const tableChanges = new DatabaseTableChanges(source, log);
  const startTimes = new Map<string, number>();
  const receivedAt = new Map<string, number>();
  let gaps = 0;
  const subscribersEach = subscribers / persons.length;
  for (const claims of persons) {
    for (let index = 0; index < subscribersEach; index++) {
      await tableChanges.subscribe({
        entries: new Map([[1, { event: "INSERT", schema: "public", table: "published" }]]),
        ...{ claims, client: {} },
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
  const writing: Promise<unknown>[] = [];
  for (let number = 0; number < total; number++) {
    await sleep(Math.max(0, start + (number * 1000) / changesPerSecond - performance.now()));
    const id = randomUUID();
    const owner = persons[number % persons.length]?.["sub"] ?? randomUUID();
    startTimes.set(id, performance.now());
    writing.push(
      source.query(sql`insert into published values (${id}, ${owner}, 'a note of some length')`),
    );
  }
  await Promise.all(writing);
  const last = Date.now() + 20_000;
  while (receivedAt.size < total && Date.now() < last) await sleep(50);
  await tableChanges.close();
  const times = [...startTimes].map(
    ([id, from]) => (receivedAt.get(id) ?? Number.POSITIVE_INFINITY) - from,
  );
  const p99 = percentile(times, 0.99);
  print(
    `PostgreSQL: ${changesPerSecond} changes a second ${name}: half in ${median(times).toFixed(1)} ms, 99 of 100 in ${p99.toFixed(1)} ms to the last (wanted at most ${maxP99Ms}: ${p99 <= maxP99Ms ? "met" : "missed"})${gaps > 0 ? `; ${gaps} gaps` : ""}`,
  );
}
