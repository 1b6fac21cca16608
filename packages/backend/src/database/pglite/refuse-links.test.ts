import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../test/project-folder.ts";
import { openPglite } from "./pglite.ts";

test("a tablespace, whose rows would be lost at the end of the process, is refused", async () => {
  const { path, remove } = await temporaryFolder({});
  onTestFinished(remove);
  const database = await openPglite({ directory: path });
  await expect(database.script("create tablespace fast location '/tmp'")).rejects.toMatchObject({
    code: "42501",
  });
  expect(await readdir(join(path, "database/pg_tblspc"))).toEqual([]);
  await database.close();
});
