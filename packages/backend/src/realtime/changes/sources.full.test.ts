import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { silentLog } from "../../../test/auth/auth-fixture.ts";
import { openEmptyDatabase, openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import { systemScripts } from "../../database/scripts.ts";
import { sql } from "../../database/sql.ts";
import { prepareDatabase } from "../../database/system.ts";
import { openReplicationSource } from "./replication-source.ts";
import { openTriggerSource } from "./trigger-source.ts";

let database: Database;
let notesOid: number;
beforeAll(async () => {
  database = await openTestDatabase({ bypassesPooler: true });
  await database.script(`
    create table notes (id int primary key, data json);
    alter publication supabase_realtime add table notes;`);
  const { rows } = await database.query<{ oid: number }>(sql`select 'notes'::regclass::int as oid`);
  notesOid = rows[0]?.oid ?? 0;
});
afterAll(() => database.close());

test("a table whose trigger could not be created is not retried until the next subscription", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const error = vi.fn();
  const source = await openTriggerSource(
    database,
    { ...silentLog, error },
    { onChange: () => {}, onGap: () => {} },
  );
  const missingTable = 1;
  await expect(source.follow(missingTable)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(30_000);
  await source.follow(notesOid);
  await source.close();
  vi.useRealTimers();
  expect(error).not.toHaveBeenCalled();
});

test("tables that were followed in an earlier release are followed after the migration", async () => {
  const olderDatabase = await openEmptyDatabase({ bypassesPooler: true });
  await olderDatabase.script(`
    create schema portico;
    create table portico.system_migrations (name text primary key, applied_at timestamptz not null default now())`);
  for (const { name, text } of await systemScripts()) {
    if (name >= "0029") break;
    await olderDatabase.script(text);
    await olderDatabase.query(sql`insert into portico.system_migrations (name) values (${name})`);
  }
  await olderDatabase.script(`
    create table notes (id int primary key, data text);
    select realtime.listen_to('notes'::regclass, gen_random_uuid())`);
  await prepareDatabase(olderDatabase);
  const onChange = vi.fn();
  const source = await openTriggerSource(olderDatabase, silentLog, { onChange, onGap: () => {} });
  const { rows } = await olderDatabase.query<{ oid: number }>(
    sql`select 'notes'::regclass::int as oid`,
  );
  await source.follow(rows[0]?.oid ?? 0);
  await olderDatabase.script("insert into notes values (1, 'one')");
  await olderDatabase.script("insert into notes values (2, repeat('two', 4000))");
  await eventually(() => expect(onChange).toHaveBeenCalledTimes(2));
  expect(onChange.mock.calls.map(([{ record }]) => record.id)).toEqual([1, 2]);
  const triggers = await olderDatabase.query(sql`
    select tgname as name from pg_trigger
    where tgrelid in ('notes'::regclass, 'realtime.messages'::regclass) and tgname like 'portico%' order by name`);
  expect(triggers.rows).toEqual([
    { name: "portico_notify_change" },
    { name: "portico_notify_message" },
  ]);
  await source.close();
  await olderDatabase.close();
});

test.runIf(process.env["TEST_DATABASE_URL"])(
  "a closed source drops the changes that it has not converted",
  async () => {
    const { replicate } = database;
    if (!replicate) throw new Error("The server is not reached directly.");
    const { promise, resolve } = Promise.withResolvers<void>();
    let count = 0;
    const onChange = () => {
      if (count++ === 0) resolve(source.close());
    };
    const listener = { onChange, onGap: () => {} };
    const source = await openReplicationSource({ ...database, replicate }, silentLog, listener);
    await source.follow(notesOid);
    await database.query(sql`insert into notes select generate_series(1, 20000)`);
    await promise;
    expect(count).toBeLessThan(20_000);
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "many changes that JSON cannot represent cause one gap for all of them",
  async () => {
    const { replicate } = database;
    if (!replicate) throw new Error("The server is not reached directly.");
    const [onGap, onChange] = [vi.fn(), vi.fn()];
    const listener = { onChange, onGap };
    const source = await openReplicationSource({ ...database, replicate }, silentLog, listener);
    await source.follow(notesOid);
    await database.script(`
      insert into notes select id, '{"a": "\\u0000"}' from generate_series(30001, 30200) as id;
      insert into notes values (30201, '{}')`);
    await eventually(() => expect(onChange).toHaveBeenCalledTimes(1));
    expect(onGap).toHaveBeenCalledWith(notesOid);
    expect(onGap.mock.calls.length).toBeLessThan(200);
    await source.close();
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "changes are reported again after the publication was dropped and created",
  async () => {
    const { replicate } = database;
    if (!replicate) throw new Error("The server is not reached directly.");
    const onChange = vi.fn();
    const onGap = vi.fn();
    const listener = { onChange, onGap };
    const source = await openReplicationSource({ ...database, replicate }, silentLog, listener);
    await source.follow(notesOid);
    await database.script(`
      drop publication supabase_realtime;
      insert into notes values (-1);
      create publication supabase_realtime for table notes;`);
    // The source reports one gap when it loses the connection, and one when it reads again.
    await eventually(() => expect(onGap).toHaveBeenCalledTimes(2));
    await database.query(sql`insert into notes values (-2)`);
    await eventually(() => expect(onChange).toHaveBeenCalled());
    await source.close();
  },
);
