import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeSources, changesBy } from "../../../test/databases/change-sources.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import type { TableChanges } from "./port.ts";

// These tests cover the row filters of the publication (`alter publication … set table … where`). Triggers have to
// apply them as well.

let database: Database;
let changes: TableChanges;

beforeAll(async () => {
  database = await openTestDatabase({ bypassesPooler: true });
  await database.script(`
    create schema "Odd";
    create table notes (id int primary key, done boolean, "a Word" text, gone int);
    alter table notes drop column gone, replica identity full;
    create table "Odd"."T" (id int primary key, t text);
    create table parts (id int primary key, divisor int);
    alter table parts replica identity full;
    grant usage on schema "Odd" to anon;
    grant select on notes, parts, "Odd"."T" to anon;`);
});
afterAll(() => database.close());

describe.each(changeSources)("publication row filters by %s", (source) => {
  beforeAll(() => {
    changes = changesBy(source, database);
  });
  afterAll(() => changes.close());
  const closeFunctions: (() => void)[] = [];
  afterEach(async () => {
    for (const close of closeFunctions.splice(0)) close();
    await database.script(`
      alter publication supabase_realtime set (publish = 'insert, update, delete, truncate');
      -- A truncate is not reported, so the next test does not receive it.
      truncate notes, "Odd"."T", parts;`);
  });

  /** Subscribes to a table's changes. */
  async function subscribe(table: string, schema = "public") {
    const received: string[] = [];
    let gapCount = 0;
    const { close } = await changes.subscribe({
      entries: new Map([[1, { event: "*", schema, table }]]),
      claims: { role: "anon" },
      client: {},
      onChange: (_, text) => {
        const { type, record, old_record: oldRecord } = JSON.parse(text);
        received.push(`${type} ${record?.id ?? `(${oldRecord.id})`}`);
      },
      onGap: () => gapCount++,
      onEnd: () => {},
    });
    closeFunctions.push(close);
    const receivedBefore = async (lastChange: string) => {
      await eventually(() => expect(received).toContain(lastChange));
      return received.slice(0, -1);
    };
    return { receivedBefore, gapCount: () => gapCount };
  }

  test("rows outside of the filter are not delivered, and an update across it becomes an insertion or a deletion", async () => {
    await database.script(`
      alter publication supabase_realtime set table notes where (done and "a Word" <> 'hidden')`);
    const { receivedBefore } = await subscribe("notes");
    await database.script(`
      insert into notes values (1, false, 'a'), (2, true, 'b'), (3, null, 'c'), (4, true, 'hidden');
      update notes set done = true where id = 1;
      update notes set "a Word" = 'other' where id = 2;
      update notes set "a Word" = 'other' where id = 3;
      update notes set done = false where id = 2;
      delete from notes where id in (1, 3, 4);
      insert into notes values (9, true, 'end');`);
    expect(await receivedBefore("INSERT 9")).toEqual([
      "INSERT 2",
      "INSERT 1",
      "UPDATE 2",
      "DELETE (2)",
      "DELETE (1)",
    ]);
  });

  test("a filter applies from the moment it is set until it is removed", async () => {
    await database.script(
      `alter publication supabase_realtime set table "Odd"."T" where (id < 10)`,
    );
    const { receivedBefore } = await subscribe("T", "Odd");
    await database.script(`insert into "Odd"."T" values (1, 'a'), (11, 'b');`);
    await database.script(
      `alter publication supabase_realtime set table "Odd"."T" where (id > 10)`,
    );
    await database.script(`insert into "Odd"."T" values (2, 'a'), (12, 'b');`);
    await database.script(`alter publication supabase_realtime set table "Odd"."T"`);
    await database.script(`insert into "Odd"."T" values (3, 'a'), (99, 'b');`);
    expect(await receivedBefore("INSERT 99")).toEqual(["INSERT 1", "INSERT 12", "INSERT 3"]);
  });

  test("a filter is ignored if the table's schema is also published", async () => {
    await database.script(`
      alter publication supabase_realtime set table "Odd"."T" where (id < 10), tables in schema "Odd"`);
    const { receivedBefore } = await subscribe("T", "Odd");
    await database.script(`insert into "Odd"."T" values (11, 'b'), (99, 'c');`);
    expect(await receivedBefore("INSERT 99")).toEqual(["INSERT 11"]);
  });

  test("an update across the filter is not delivered if updates are not published", async () => {
    await database.script(`
      alter publication supabase_realtime set (publish = 'insert');
      alter publication supabase_realtime set table notes where (done)`);
    const { receivedBefore } = await subscribe("notes");
    await database.script(`
      insert into notes values (1, false, 'a');
      update notes set done = true;
      insert into notes values (9, true, 'end');`);
    expect(await receivedBefore("INSERT 9")).toEqual([]);
  });

  test.runIf(source === "triggers")(
    "a filter that fails on a row prevents its delivery but not the write",
    async () => {
      await database.script(
        "alter publication supabase_realtime set table parts where (1 / divisor = 1)",
      );
      const { receivedBefore, gapCount } = await subscribe("parts");
      await database.script("insert into parts values (1, 0); insert into parts values (9, 1);");
      expect(await receivedBefore("INSERT 9")).toEqual([]);
      expect(gapCount()).toBe(1);
    },
  );
});
