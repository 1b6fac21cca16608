import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { openPglite } from "../database/pglite/pglite.ts";
import { sql } from "../database/sql.ts";
import { createLog, startServer } from "../index.ts";
import { copyProject } from "./project-copy.ts";

test("a copy of a running project has every row, and no log segments that PostgreSQL has only prepared", async () => {
  const project = await projectFolder({});
  const directory = join(project, ".portico");
  const server = await startServer({
    project,
    storage: { directory },
    env: {},
    host: "127.0.0.1",
    port: 0,
    log: createLog("error"),
  });
  onTestFinished(() => server.close());
  const { database } = server;
  await database.script("create table notes (id int, text text)");
  for (let round = 0; round < 4; round++) {
    // A checkpoint keeps the earlier segments as empty ones for later use. The copy must not contain them.
    await database.script(`insert into notes
      select id, repeat('x', 500) from generate_series(1, 30000) as id; checkpoint`);
  }
  await database.query(sql`insert into notes values (0, 'the last one')`);
  const copy = await projectFolder({});
  const env = {};
  await copyProject({ project, directory, env }, copy);
  const segments = async (folder: string) =>
    (await readdir(join(folder, "database/pg_wal"))).filter((name) => /^[0-9A-F]{24}$/.test(name));
  expect(await segments(copy)).toHaveLength(1);
  expect((await segments(directory)).length).toBeGreaterThan(1);

  const copied = await openPglite({ directory: copy });
  onTestFinished(() => copied.close());
  const { rows } = await copied.query(sql`
    select count(*)::int as count, min(id) as first from notes`);
  expect(rows).toEqual([{ count: 120_001, first: 0 }]);
  // The copy must be able to continue its write-ahead log.
  await copied.script(`update notes set text = 'changed'; checkpoint`);
});
