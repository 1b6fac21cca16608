/**
 * Compares the throughput and memory of `portico start --workers 2` with those of one process on the same PostgreSQL.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { start } from "./instruments/child.ts";
import { buildCommand } from "./instruments/command.ts";
import { fillDatabase, startCluster } from "./instruments/compared-servers.ts";
import type { Load, Request } from "./instruments/load.ts";
import { print, type RoundResult, runAlternately } from "./instruments/measure.ts";
import type { ServerCredentials } from "./instruments/server.ts";

export async function measureWorkers(): Promise<void> {
  const program = buildCommand();
  const cluster = await startCluster();
  const setupServer = start("./instruments/server.ts");
  const credentials = await setupServer.request<ServerCredentials>({ start: { url: cluster.url } });
  const user = await fillDatabase(setupServer, credentials);
  await setupServer.close();
  const oneProcess = await startPortico(program, cluster.url, []);
  const twoWorkers = await startPortico(program, cluster.url, ["--workers", "2"]);
  const [oneProcessLoad, twoWorkersLoad] = [
    start("./instruments/load.ts"),
    start("./instruments/load.ts"),
  ];
  try {
    const headers = {
      apikey: credentials.publishable,
      authorization: `Bearer ${user.accessToken}`,
    };
    const requestsByName: Record<string, Request> = {
      "GET /user": { method: "GET", path: "/auth/v1/user", headers },
      "rows of a table": {
        method: "GET",
        path: "/rest/v1/cards?select=id,title,boards(name)&limit=10",
        headers,
      },
    };
    for (const [name, request] of Object.entries(requestsByName)) {
      const load = { requests: [request], connections: 32 };
      const { wire, baseline } = await runAlternately({
        wire: (seconds) =>
          twoWorkersLoad.request<RoundResult>({
            ...load,
            origins: [twoWorkers.origin],
            seconds,
          } satisfies Load),
        baseline: (seconds) =>
          oneProcessLoad.request<RoundResult>({
            ...load,
            origins: [oneProcess.origin],
            seconds,
          } satisfies Load),
      });
      print(
        `PostgreSQL: ${name}: two workers ${wire.perSecond.toFixed(0)}/s, p99 ${wire.p99Ms.toFixed(1)} ms; ` +
          `one process ${baseline.perSecond.toFixed(0)}/s, p99 ${baseline.p99Ms.toFixed(1)} ms; ` +
          `ratio ${(wire.perSecond / baseline.perSecond).toFixed(2)}`,
      );
    }
    const memoryLines = [memoryOf(twoWorkers.process), memoryOf(oneProcess.process)].map(
      (memories) => memories.map((megabytes) => `${megabytes.toFixed(0)} MB`).join(" + "),
    );
    print(
      `PostgreSQL: resident memory: the first process and two workers ${memoryLines.join("; one process ")}`,
    );
  } finally {
    await Promise.all([
      oneProcessLoad.close(),
      twoWorkersLoad.close(),
      oneProcess.stop(),
      twoWorkers.stop(),
    ]);
    await cluster.stop();
  }
}

/** Starts `portico start` as a child process. */
async function startPortico(program: string, url: string, options: readonly string[]) {
  const project = fileURLToPath(new URL("project", import.meta.url));
  const child = spawn(program, ["start", "--port", "0", "--project", project, ...options], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DATABASE_URL: url, GOTRUE_LOG_LEVEL: "error" },
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The command ended with ${code}.`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, url] = /^ {2}API +(\S+)$/.exec(line) ?? [];
      // Use the IP address: a name would cost the load generator a DNS lookup.
      if (url) resolve(url.replace("localhost", "127.0.0.1"));
    });
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  return { process: child, origin, stop };
}

/** Returns the memory in megabytes of a process and its children. */
function memoryOf({ pid }: ChildProcess): number[] {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [ownId, parentId, kilobytes] = line.trim().split(/\s+/).map(Number);
    return ownId === pid || parentId === pid ? [(kilobytes ?? 0) / 1024] : [];
  });
}
