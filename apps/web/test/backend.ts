import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { keepOutput } from "../../../packages/backend/test/kept-output.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** This application's project on the real backend, with nothing kept. */
export interface TestBackend {
  readonly origin: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  stop(): Promise<void>;
}

/**
 * Starts the backend as a process of its own, on a free port; the tests know it by HTTP alone, as
 * the application does. It is on a database in memory, or on one of its own on the server that
 * TEST_DATABASE_URL names.
 *
 * @param page a folder with an `index.html` to serve beside it
 */
export async function startBackend(page?: string): Promise<TestBackend> {
  const database = await newDatabase();
  const files = await mkdtemp(join(tmpdir(), "portico-web-"));
  const command = [
    here("../../../packages/backend/src/cli.ts"),
    ...["start", "--port", "0", "--project", here("..")],
    ...(database ? ["--files", files, "--expose-inbox"] : ["--memory"]),
    ...(page ? ["--site", page] : []),
  ];
  const { DATABASE_URL: _, ...inherited } = process.env;
  // A test that asks from elsewhere says so as a proxy does.
  const env = {
    ...{ ...inherited, PORTICO_TRUSTED_PROXIES: "1" },
    ...(database && { DATABASE_URL: database.url }),
  };
  const server = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "pipe"] });
  keepOutput("portico start", server);
  const exit = once(server, "exit");
  const { origin, secretKey } = await saidBy(server);
  const { publishableKey } = await (await fetch(`${origin}/portico.json`)).json();
  return {
    origin,
    publishableKey,
    secretKey,
    stop: async () => {
      server.kill("SIGTERM");
      await exit;
      await database?.drop();
      await rm(files, { recursive: true, force: true });
    },
  };
}

/** An empty database on the server that TEST_DATABASE_URL names; undefined where it names none. */
async function newDatabase() {
  const server = process.env["TEST_DATABASE_URL"];
  if (!server) return undefined;
  const name = `web_${randomUUID().replaceAll("-", "")}`;
  const command = async (text: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await command(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => command(`drop database ${name} with (force)`) };
}

/** The address and the key that the backend prints once it answers. */
function saidBy(
  server: ChildProcessByStdio<null, Readable, Readable>,
): Promise<Pick<TestBackend, "origin" | "secretKey">> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (chunk) => {
      said += chunk;
      const origin = /API\s+(http:\S+)/.exec(said)?.[1];
      const secretKey = /Secret key\s+(\S+)/.exec(said)?.[1];
      if (origin && secretKey) resolve({ origin, secretKey });
    });
    server.once("exit", () => reject(new Error(`The backend did not start. It said: ${said}`)));
  });
}
