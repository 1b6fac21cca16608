import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { holdServer, readStatus, ServerRefusal } from "../control/running-server.ts";
import { sql } from "../database/sql.ts";
import { createLog, startServer } from "../index.ts";

async function start() {
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
  return { server, directory };
}

test("a held server has written earlier statements to disk, and runs no other statement until it is released", async () => {
  const { server, directory } = await start();
  const { database } = server;
  await database.script("create table notes (id int)");
  const held = await holdServer(directory);
  let hasRun = false;
  const inserting = database.query(sql`insert into notes values (1)`).then(() => {
    hasRun = true;
  });
  // The server still answers commands, so often that the statement would have ended if it were not waiting.
  for (let attempt = 0; attempt < 50; attempt++) await readStatus(directory);
  expect(hasRun).toBe(false);
  await held.release();
  await inserting;
  const { rows } = await database.query<{ unwritten: number }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float as unwritten
    from pg_control_checkpoint()`);
  expect(rows[0]?.unwritten).toBeLessThan(64 * 1024);
});

test("a server that stops while it is held reports that to the command", async () => {
  const { server, directory } = await start();
  const held = await holdServer(directory);
  await server.close();
  await expect(held.release()).rejects.toThrow(ServerRefusal);
});

test("a server is held after the current transaction", async () => {
  const { server, directory } = await start();
  const entered = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const transaction = server.database.transaction(async (connection) => {
    await connection.query(sql`select 1`);
    entered.resolve();
    await end.promise;
  });
  await entered.promise;
  let isHeld = false;
  const holding = holdServer(directory).then((held) => {
    isHeld = true;
    return held;
  });
  await readStatus(directory);
  expect(isHeld).toBe(false);
  end.resolve();
  await transaction;
  await (await holding).release();
  await server.database.query(sql`select 1`);
});
