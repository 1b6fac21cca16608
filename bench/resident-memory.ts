/** Measures the resident memory of `portico start`, idle and under load. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { start } from "./instruments/child.ts";
import { buildCommand } from "./instruments/command.ts";
import { fillDatabase, type SignedInUser, startCluster } from "./instruments/compared-servers.ts";
import type { Load } from "./instruments/load.ts";
import { formatVerdict, print } from "./instruments/measure.ts";
import type { ServerCommand, ServerCredentials } from "./instruments/server.ts";

/**
 * The memory of Supabase's Auth server (Go, November 2026) before and after the same sign-ins and reads. It implements
 * only the auth wire. It was measured once, on the machine that produced the README's figures.
 */
const referenceMegabytes = { idle: 37, loaded: 46 };

type DataLocation = { readonly directory: string } | { readonly url: string };

export async function measureMemory(): Promise<void> {
  const command = buildCommand();
  const folder = await mkdtemp(join(tmpdir(), "portico-bench-"));
  await measure(command, "PGlite", { directory: folder }, { idle: 300, loaded: 350, peak: 600 });
  await rm(folder, { recursive: true });
  const cluster = await startCluster();
  await measure(command, "PostgreSQL", { url: cluster.url }, { idle: 120, loaded: 160, peak: 300 });
  await cluster.stop();
}

/** Starts the command on a filled database, and prints its memory. */
async function measure(
  command: string,
  name: string,
  location: DataLocation,
  maxMegabytes: { readonly idle: number; readonly loaded: number; readonly peak: number },
): Promise<void> {
  const setupServer = start("./instruments/server.ts");
  const credentials = await setupServer.request<ServerCredentials>({
    start: location,
  } satisfies ServerCommand);
  const user = await fillDatabase(setupServer, credentials);
  await setupServer.close();
  const { DATABASE_URL: _databaseUrl, ...env } = process.env;
  // Execute the file itself, because its first line sets engine options.
  const child = spawn(
    command,
    [
      "start",
      "--port",
      "0",
      "--no-db-port",
      "--project",
      fileURLToPath(new URL("project", import.meta.url)),
      ...("directory" in location ? ["--data", location.directory] : []),
    ],
    {
      env: {
        ...env,
        ...("url" in location && { DATABASE_URL: location.url }),
      },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  let output = "";
  for await (const piece of child.stdout) {
    output += piece;
    if (/Ctrl-C to stop/.test(output)) break;
  }
  const [, origin = ""] = /API +(\S+)/.exec(output) ?? [];
  await sleep(settleMs);
  const idleMegabytes = residentMegabytes(child.pid);
  await load(origin.replace("localhost", "127.0.0.1"), credentials.publishable, user);
  await sleep(settleMs);
  const loadedMegabytes = residentMegabytes(child.pid);
  const peakMegabytes = residentMegabytes(child.pid, "VmHWM");
  child.kill();
  await once(child, "exit");
  print(
    `${name}: portico start holds ${idleMegabytes} MB idle, ${formatVerdict(idleMegabytes / maxMegabytes.idle, { atMost: 1 })} of ${maxMegabytes.idle}; ` +
      `${loadedMegabytes} MB after a load, ${formatVerdict(loadedMegabytes / maxMegabytes.loaded, { atMost: 1 })} of ${maxMegabytes.loaded}; ` +
      `${peakMegabytes} MB at most, ${formatVerdict(peakMegabytes / maxMegabytes.peak, { atMost: 1 })} of ${maxMegabytes.peak}; ` +
      `the reference's Auth server ${referenceMegabytes.idle} and ${referenceMegabytes.loaded} MB`,
  );
}

/** After this time, the background work that follows a start or a load is finished. */
const settleMs = 15_000;

async function load(origin: string, publishable: string, user: SignedInUser): Promise<void> {
  const headers = { apikey: publishable, "content-type": "application/json" };
  const bearer = { ...headers, authorization: `Bearer ${user.accessToken}` };
  const { email, password } = user;
  const child = start("./instruments/load.ts");
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
    const load = { origins: [origin], requests: [request], connections: 8, seconds: 10 };
    await child.request(load satisfies Load);
  }
  await child.close();
}

/** Returns the resident memory of a process, now or at its peak (proc_pid_status(5)). */
function residentMegabytes(pid = 0, field: "VmRSS" | "VmHWM" = "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(status) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
