import { expect, test } from "vitest";
import { openPrepared } from "../database/pglite/new-database.ts";
import { compareSchemas } from "./diff.ts";
import { withUrl } from "./folder-database.ts";

test("turning row-level security off counts as destructive, and a new table does not", async () => {
  const current = await openPrepared();
  const desired = await openPrepared();
  try {
    await current.script(`
      create table notes (id int); alter table notes enable row level security;`);
    await desired.script("create table notes (id int); create table tags (id int);");
    const { destructive, scripts } = await withUrl(current, (from) =>
      withUrl(desired, (to) => compareSchemas(from, to)),
    );
    expect(destructive).toEqual([expect.stringContaining("DISABLE ROW LEVEL SECURITY")]);
    expect(scripts.join()).toContain('CREATE TABLE "public"."tags"');
  } finally {
    await current.close();
    await desired.close();
  }
}, 120_000);
