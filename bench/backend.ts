/**
 * How fast the backend is, each figure beside the limit that it cannot pass: the same work without the
 * wire. Both are measured in the same run, in turns, on an embedded database.
 *
 *   npm run bench -- backend
 */
import { Worker } from "node:worker_threads";
import { compare, hash } from "@node-rs/bcrypt";
import { createLog, type RunningServer, startServer } from "@portico/backend";
import type { Load, Result } from "./load.ts";

const rounds = 5;
const seconds = 2;
const password = "correct horse";

const server = await startServer({
  project: new URL("../apps/web", import.meta.url).pathname,
  host: "127.0.0.1",
  port: 0,
  storage: { memory: true },
  env: {},
  log: createLog(),
});

try {
  const token = await signUp(server);
  const { database } = server;
  const bearer = { authorization: `Bearer ${token}`, apikey: server.keys.publishable };
  const json = { "content-type": "application/json" };
  await database.script(`
    insert into public.notes (user_id, title)
    select id, 'note ' || n from auth.users, generate_series(1, 10) n`);

  const passwordHash = await hash(password, 10);
  await pair("sign in with a password", "bcrypt alone, all cores", {
    wire: {
      url: `${server.origin}/auth/v1/token?grant_type=password`,
      method: "POST",
      headers: json,
      body: JSON.stringify({ email: "bench@example.com", password }),
      connections: 8,
      seconds,
    },
    limit: () => repeat(8, () => compare(password, passwordHash)),
  });
  await pair("GET /user", "its three statements on the driver", {
    wire: {
      url: `${server.origin}/auth/v1/user`,
      method: "GET",
      headers: bearer,
      connections: 32,
      seconds,
    },
    limit: () =>
      repeat(32, async () => {
        await database.script("select * from auth.users limit 1");
        await database.script("select * from auth.sessions limit 1");
        await database.script("select * from auth.identities limit 1");
      }),
  });
  await pair("ten rows under row-level security", "the same on the driver, with the role switch", {
    wire: {
      url: `${server.origin}/rest/v1/notes?select=*&limit=10`,
      method: "GET",
      headers: bearer,
      connections: 32,
      seconds,
    },
    limit: () =>
      repeat(32, () =>
        database.transaction(async (connection) => {
          await connection.script(
            "set local role authenticated; select set_config('request.jwt.claims', '{}', true)",
          );
          await connection.script("select json_agg(n) from (select * from notes limit 10) n");
        }),
      ),
  });
} finally {
  await server.close();
}

interface Pair {
  readonly wire: Load;
  /** The work alone; returns how often it was done a second. */
  readonly limit: () => Promise<number>;
}

/** Measures both in turns, so that whatever else the machine does falls on both, and prints medians. */
async function pair(name: string, limitName: string, { wire, limit }: Pair): Promise<void> {
  const wires: Result[] = [];
  const limits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    wires.push(await inWorker(wire));
    limits.push(await limit());
  }
  const perSecond = median(wires.map((result) => result.perSecond));
  const most = median(limits);
  const p99 = median(wires.map((result) => result.p99));
  process.stdout.write(
    `${name}: ${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms; ` +
      `${limitName}: ${most.toFixed(0)}/s; ratio ${(perSecond / most).toFixed(2)}\n`,
  );
}

function inWorker(load: Load): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./load.ts", import.meta.url), { workerData: load });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function repeat(width: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (performance.now() < end) {
        await work();
        count++;
      }
    }),
  );
  return count / ((performance.now() - start) / 1000);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Makes an account as a person would: by its form, and by the link in its message. */
async function signUp({ origin }: RunningServer): Promise<string> {
  await fetch(`${origin}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "bench@example.com", password }),
  });
  const inbox = JSON.parse(await (await fetch(`${origin}/inbox/api/v1/message/latest`)).text());
  const answer = await fetch(inbox.Link, { redirect: "manual" });
  const { hash: fragment } = new URL(answer.headers.get("location") ?? "");
  return new URLSearchParams(fragment.slice(1)).get("access_token") ?? "";
}
