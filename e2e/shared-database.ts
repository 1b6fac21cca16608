import { randomUUID } from "node:crypto";
import pg from "pg";

/** The variable that passes the database's URL from this process to the workers. */
export const databaseUrlVariable = "PORTICO_E2E_DATABASE_URL";

/**
 * Creates one empty database for the whole run on the server that TEST_DATABASE_URL names. Each worker starts its own
 * process on it, so that the run tests several processes on one database.
 *
 * @returns a function that drops the database at the end
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = process.env["TEST_DATABASE_URL"];
  if (!server) return async () => {};
  const name = `e2e_${randomUUID().replaceAll("-", "")}`;
  await runCommand(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  process.env[databaseUrlVariable] = url.href;
  return () => runCommand(server, `drop database ${name} with (force)`);
}

async function runCommand(server: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
