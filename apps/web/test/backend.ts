import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLog, startServer } from "@portico/backend";
import pg from "pg";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The application's project on the real backend, with a temporary database. */
export interface TestBackend {
  readonly origin: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  stop(): Promise<void>;
}

/**
 * Starts the backend on a free port, for tests over HTTP. Its database is in memory, or a new one on the server that
 * TEST_DATABASE_URL names.
 *
 * @param page a folder with an `index.html` to serve as well
 * @param sql an additional migration, for test functions with more rights than a caller has
 */
export async function startBackend(page?: string, sql?: string): Promise<TestBackend> {
  const database = await newDatabase();
  const files = await mkdtemp(join(tmpdir(), "portico-web-"));
  const project = sql === undefined ? pathOf("..") : join(files, "project");
  if (sql !== undefined) {
    await cp(pathOf("../supabase"), join(project, "supabase"), { recursive: true });
    await writeFile(join(project, "supabase/migrations/99990101000000_test.sql"), sql);
  }
  const server = await startServer({
    project,
    host: "127.0.0.1",
    port: 0,
    files,
    storage: database ? { url: database.url } : { memory: true },
    ...(page ? { site: page } : {}),
    expose: { inbox: true },
    // Let tests set the client address with X-Forwarded-For.
    env: { ...process.env, PORTICO_TRUSTED_PROXIES: "1" },
    log: createLog("error", { write: (line) => console.error(line.trimEnd()) }),
  });
  return {
    origin: server.origin,
    publishableKey: server.keys.publishable,
    secretKey: server.keys.secret,
    stop: async () => {
      await server.close();
      await database?.drop();
      await rm(files, { recursive: true, force: true });
    },
  };
}

/** Creates a database on the server that TEST_DATABASE_URL names; returns undefined if it is not set. */
async function newDatabase() {
  const server = process.env["TEST_DATABASE_URL"];
  if (!server) return undefined;
  const name = `web_${randomUUID().replaceAll("-", "")}`;
  const runCommand = async (text: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await runCommand(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runCommand(`drop database ${name} with (force)`) };
}
