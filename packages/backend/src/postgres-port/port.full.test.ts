import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  createArraysSql,
  uninterruptibleStatement,
} from "../../test/databases/uninterruptible-statement.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { createLog } from "../log/log.ts";
import { openPostgresPort, type PostgresPort } from "./port.ts";

let database: Database;
let port: PostgresPort;
beforeAll(async () => {
  database = await openPrepared();
  const log = createLog("error");
  port = await openPostgresPort({ database, port: 0, password: "postgres", log });
  await database.script("create table notes (id int generated always as identity, body text)");
  await database.query(sql`insert into notes (body) values ('kept')`);
});
afterAll(async () => {
  await port.close();
  await database.close();
});

async function connected(settings: { readonly statement_timeout?: number } = {}): Promise<Client> {
  const url = `postgresql://postgres:postgres@localhost:${port.port}/postgres`;
  const client = new Client({ connectionString: url, ...settings });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(async () => {
    await client.end().catch(() => {});
  });
  return client;
}

test("a statement that cannot be stopped closes all connections and loses no data", async () => {
  const firstClient = await connected({ statement_timeout: 200 });
  const secondClient = await connected();
  const connectionError = new Promise((resolve) => secondClient.once("error", resolve));
  await database.script(createArraysSql);
  await expect(firstClient.query(uninterruptibleStatement)).rejects.toThrow();
  const { rows } = await database.query(sql`select body from notes`);
  expect(rows).toEqual([{ body: "kept" }]);
  expect(await connectionError).toMatchObject({ code: "57P02" });
  const repeated = await connected();
  expect((await repeated.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
