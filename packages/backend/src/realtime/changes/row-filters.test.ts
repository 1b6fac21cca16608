import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeSources, changesBy } from "../../../test/change-sources.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import type { TableChanges } from "./port.ts";

// Filters of the publication (`alter publication … set table … where`), which triggers have to respect as well.

let database: Database;
let changes: TableChanges;

beforeAll(async () => {
  database = await openTestDatabase({ pastPooler: true });
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

describe.each(changeSources)("by %s", (source) => {
  beforeAll(() => {
    changes = changesBy(source, database);
  });
  afterAll(() => changes.close());
  const closing: (() => void)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) close();
    await database.script(`
      alter publication supabase_realtime set (publish = 'insert, update, delete, truncate');
      -- Nobody is told of it, so that the next test does not hear of it either.
      truncate notes, "Odd"."T", parts;`);
  });

  /** Hears of a table's changes. */
  async function listener(table: string, schema = "public") {
    const heard: string[] = [];
    let gaps = 0;
    const { close } = await changes.subscribe({
      wanted: new Map([[1, { event: "*", schema, table }]]),
      ...{ claims: { role: "anon" }, client: {} },
      onChange: (_, text) => {
        const { type, record, old_record: before } = JSON.parse(text);
        heard.push(`${type} ${record?.id ?? `(${before.id})`}`);
      },
      onGap: () => gaps++,
      onEnd: () => {},
    });
    closing.push(close);
    const until = async (last: string) => {
      await eventually(() => expect(heard).toContain(last));
      return heard.slice(0, -1);
    };
    return { until, gaps: () => gaps };
  }

  test("rows outside of a filter are not told, and an update that crosses it is an insertion or a deletion", async () => {
    await database.script(`
      alter publication supabase_realtime set table notes where (done and "a Word" <> 'hidden')`);
    const { until } = await listener("notes");
    await database.script(`
      insert into notes values (1, false, 'a'), (2, true, 'b'), (3, null, 'c'), (4, true, 'hidden');
      update notes set done = true where id = 1;
      update notes set "a Word" = 'other' where id = 2;
      update notes set "a Word" = 'other' where id = 3;
      update notes set done = false where id = 2;
      delete from notes where id in (1, 3, 4);
      insert into notes values (9, true, 'end');`);
    expect(await until("INSERT 9")).toEqual([
      ...["INSERT 2", "INSERT 1", "UPDATE 2", "DELETE (2)"],
      "DELETE (1)",
    ]);
  });

  test("a filter counts from the moment it is set, and no more once it is gone", async () => {
    await database.script(
      `alter publication supabase_realtime set table "Odd"."T" where (id < 10)`,
    );
    const { until } = await listener("T", "Odd");
    await database.script(`insert into "Odd"."T" values (1, 'a'), (11, 'b');`);
    await database.script(
      `alter publication supabase_realtime set table "Odd"."T" where (id > 10)`,
    );
    await database.script(`insert into "Odd"."T" values (2, 'a'), (12, 'b');`);
    await database.script(`alter publication supabase_realtime set table "Odd"."T"`);
    await database.script(`insert into "Odd"."T" values (3, 'a'), (99, 'b');`);
    expect(await until("INSERT 99")).toEqual(["INSERT 1", "INSERT 12", "INSERT 3"]);
  });

  test("a table that is published with its schema as well has no filter", async () => {
    await database.script(`
      alter publication supabase_realtime set table "Odd"."T" where (id < 10), tables in schema "Odd"`);
    const { until } = await listener("T", "Odd");
    await database.script(`insert into "Odd"."T" values (11, 'b'), (99, 'c');`);
    expect(await until("INSERT 99")).toEqual(["INSERT 11"]);
  });

  test("where updates are not published, one that crosses a filter is not told either", async () => {
    await database.script(`
      alter publication supabase_realtime set (publish = 'insert');
      alter publication supabase_realtime set table notes where (done)`);
    const { until } = await listener("notes");
    await database.script(`
      insert into notes values (1, false, 'a');
      update notes set done = true;
      insert into notes values (9, true, 'end');`);
    expect(await until("INSERT 9")).toEqual([]);
  });

  test.runIf(source === "triggers")(
    "a filter that fails on a row keeps it from being told, and not from being written",
    async () => {
      await database.script(
        "alter publication supabase_realtime set table parts where (1 / divisor = 1)",
      );
      const { until, gaps } = await listener("parts");
      await database.script("insert into parts values (1, 0); insert into parts values (9, 1);");
      expect(await until("INSERT 9")).toEqual([]);
      expect(gaps()).toBe(1);
    },
  );
});
