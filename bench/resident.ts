/** How much memory `portico start` holds, before anybody has asked for anything and after a load. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { porticoEnvironment } from "../scripts/command.mjs";
import { start } from "./child.ts";
import { buildCommand } from "./command.ts";
import type { Load } from "./load.ts";
import { print, verdict } from "./measure.ts";
import type { ServerQuestion, Started } from "./server.ts";
import { fill, type Person, startCluster } from "./stage.ts";

/**
 * In megabytes: the Auth server of Supabase (Go, of November 2026) with the same sign-ins and reads of a user,
 * which is the auth wire alone. Measured once, on the machine of the figures in the README.
 */
const reference = { idle: 37, loaded: 46 };

type Place = { readonly directory: string } | { readonly url: string };

export async function resident(): Promise<void> {
  const command = buildCommand();
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-"));
  await measure(command, "PGlite", { directory: folder }, { idle: 300, loaded: 400 });
  await rm(folder, { recursive: true });
  const cluster = await startCluster();
  await measure(command, "PostgreSQL", { url: cluster.url }, { idle: 120, loaded: 160 });
  await cluster.stop();
}

/** @param wanted In megabytes. */
async function measure(
  command: string,
  name: string,
  place: Place,
  wanted: { readonly idle: number; readonly loaded: number },
): Promise<void> {
  const maker = start("./server.ts");
  const made = await maker.ask<Started>({ start: place } satisfies ServerQuestion);
  const person = await fill(maker, made);
  await maker.close();
  const { DATABASE_URL: _theirs, ...env } = process.env;
  // By its first line, which sets what the engine and the allocator are told.
  const child = spawn(
    command,
    [
      ...["start", "--port", "0", "--no-db-port"],
      ...["--project", fileURLToPath(new URL("project", import.meta.url))],
      ...("directory" in place ? ["--data", place.directory] : []),
    ],
    {
      env: {
        ...env,
        ...porticoEnvironment,
        ...("url" in place && { DATABASE_URL: place.url }),
      },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  let said = "";
  for await (const piece of child.stdout) {
    said += piece;
    if (/Ctrl-C to stop/.test(said)) break;
  }
  const [, origin = ""] = /API +(\S+)/.exec(said) ?? [];
  await sleep(settled);
  const idle = megabytes(child.pid);
  await load(origin.replace("localhost", "127.0.0.1"), made.publishable, person);
  await sleep(settled);
  const loaded = megabytes(child.pid);
  child.kill();
  await once(child, "exit");
  print(
    `${name}: portico start holds ${idle} MB idle, ${verdict(idle / wanted.idle, { atMost: 1 })} of ${wanted.idle}; ` +
      `${loaded} MB after a load, ${verdict(loaded / wanted.loaded, { atMost: 1 })} of ${wanted.loaded}; ` +
      `the reference's Auth server ${reference.idle} and ${reference.loaded} MB`,
  );
}

/** In milliseconds: what is done in the background after a start or a load is over by then. */
const settled = 15_000;

async function load(origin: string, publishable: string, person: Person): Promise<void> {
  const headers = { apikey: publishable, "content-type": "application/json" };
  const bearer = { ...headers, authorization: `Bearer ${person.accessToken}` };
  const { email, password } = person;
  const child = start("./load.ts");
  const requests = [
    { method: "GET", path: "/auth/v1/user", headers: bearer },
    { method: "GET", path: "/rest/v1/cards?select=*,boards(name)&limit=10", headers: bearer },
    {
      method: "POST",
      path: "/auth/v1/token?grant_type=password",
      headers,
      body: JSON.stringify({ email, password }),
    },
  ];
  for (const request of [...requests, ...requests]) {
    const asked = { origins: [origin], requests: [request], connections: 8, seconds: 10 };
    await child.ask(asked satisfies Load);
  }
  await child.close();
}

function megabytes(pid = 0): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
