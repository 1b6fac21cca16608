import { expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { sql } from "./sql.ts";
import { vacuum } from "./vacuum.ts";

test("a table with many changes is vacuumed and analyzed, and a table with few changes is not", async () => {
  const database = await openTestDatabase();
  // Disable autovacuum, because it may otherwise run first.
  await database.script(`
    create schema "My shop";
    create table "My shop"."Old ""things""" (id int primary key) with (autovacuum_enabled = off);
    create table still (id int primary key) with (autovacuum_enabled = off);
    insert into "My shop"."Old ""things""" select generate_series(1, 5000);
    insert into still select generate_series(1, 20);
    delete from "My shop"."Old ""things""" where id % 2 = 0;
    select pg_stat_force_next_flush();
  `);
  const readStatistics = async (name: string) => {
    const { rows } = await database.query(sql`
      select n_dead_tup as dead, reltuples as known, last_vacuum is not null as cleaned
      from pg_stat_all_tables join pg_class on pg_class.oid = relid
      where pg_stat_all_tables.relname = ${name}`);
    return rows[0];
  };
  await expect
    .poll(() => readStatistics('Old "things"'))
    .toEqual({ dead: 2500, known: -1, cleaned: false });

  await vacuum(database);
  expect(await readStatistics('Old "things"')).toEqual({ dead: 0, known: 2500, cleaned: true });
  expect(await readStatistics("still")).toEqual({ dead: 0, known: -1, cleaned: false });

  await database.query(sql`insert into still select generate_series(21, 100)`);
  await database.query(sql`select pg_stat_force_next_flush()`);
  await vacuum(database);
  expect(await readStatistics("still")).toEqual({ dead: 0, known: 100, cleaned: false });
  await database.close();
});
