import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { silence } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { listenByReplication } from "./replication.ts";
import { listenByTriggers } from "./triggers.ts";

let database: Database;
let notes: number;
beforeAll(async () => {
  database = await openTestDatabase({ pastPooler: true });
  await database.script(`
    create table notes (id int primary key, data json);
    alter publication supabase_realtime add table notes;`);
  const { rows } = await database.query<{ oid: number }>(sql`select 'notes'::regclass::int as oid`);
  notes = rows[0]?.oid ?? 0;
});
afterAll(() => database.close());

test("a table whose trigger could not be made is not tried again until somebody asks for it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const error = vi.fn();
  const source = await listenByTriggers(
    database,
    { ...silence, error },
    { onChange: () => {}, onGap: () => {} },
  );
  const nowhere = 1;
  await expect(source.follow(nowhere)).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(30_000);
  await source.follow(notes);
  await source.close();
  vi.useRealTimers();
  expect(error).not.toHaveBeenCalled();
});

test.runIf(process.env["TEST_DATABASE_URL"])(
  "a source that is closed gives up what it has not read",
  async () => {
    const { replicate } = database;
    if (!replicate) throw new Error("The server is not reached directly.");
    const { promise, resolve } = Promise.withResolvers<void>();
    let count = 0;
    const onChange = () => {
      if (count++ === 0) resolve(source.close());
    };
    const listener = { onChange, onGap: () => {} };
    const source = await listenByReplication({ ...database, replicate }, silence, listener);
    await source.follow(notes);
    await database.query(sql`insert into notes select generate_series(1, 20000)`);
    await promise;
    expect(count).toBeLessThan(20_000);
  },
);

test.runIf(process.env["TEST_DATABASE_URL"])(
  "many changes that JSON cannot hold make no gap each",
  async () => {
    const { replicate } = database;
    if (!replicate) throw new Error("The server is not reached directly.");
    const [onGap, onChange] = [vi.fn(), vi.fn()];
    const listener = { onChange, onGap };
    const source = await listenByReplication({ ...database, replicate }, silence, listener);
    await source.follow(notes);
    await database.script(`
      insert into notes select place, '{"a": "\\u0000"}' from generate_series(30001, 30200) as place;
      insert into notes values (30201, '{}')`);
    await eventually(() => expect(onChange).toHaveBeenCalledTimes(1));
    expect(onGap).toHaveBeenCalledWith(notes);
    expect(onGap.mock.calls.length).toBeLessThan(200);
    await source.close();
  },
);
