/**
 * Measures what a developer waits for: the time until a saved migration is served, compared with bare PGlite; the time
 * of a snapshot, compared with cp; and the time of a switch between git branches.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { activateDatabase } from "../packages/backend/src/commands/project-database/rebuild.ts";
import type { Replacement } from "../packages/backend/src/replacement/swap.ts";
import { switchBranch } from "../packages/backend/src/snapshots/branches.ts";
import { saveSnapshot } from "../packages/backend/src/snapshots/snapshots.ts";
import { buildCommand } from "./instruments/command.ts";
import { formatVerdict, median, print, rounds } from "./instruments/measure.ts";
import { processCpuMs } from "./scale/processor-time.ts";

/** How often to check whether a table is served. */
const pollMs = 10;

const migrationOf = (table: string) => `create table public.${table} (
  id bigint generated always as identity primary key,
  owner uuid,
  body text not null
);
alter table public.${table} enable row level security;
create policy read on public.${table} for select using (true);
create index on public.${table} (owner);
grant select on public.${table} to service_role;
`;

export async function measureDevelopment(): Promise<void> {
  const project = await mkdtemp(join(tmpdir(), "portico-day-"));
  const migrations = join(project, "supabase/migrations");
  await mkdir(migrations, { recursive: true });
  await writeFile(join(project, "supabase/config.toml"), "");
  const dev = await startDev(project);
  const pglite = await PGlite.create();
  await pglite.exec("create role service_role");
  try {
    const servedMs: number[] = [];
    const appliedMs: number[] = [];
    const cpuTimesMs: number[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const table = `table_${round}`;
      const file = join(migrations, `${round + 1}_${table}.sql`);
      const cpuBefore = await processCpuMs(dev.pid);
      const savedAt = performance.now();
      await writeFile(file, migrationOf(table));
      await dev.waitForTable(table);
      servedMs.push(performance.now() - savedAt);
      cpuTimesMs.push((await processCpuMs(dev.pid)) - cpuBefore);
      const appliedFrom = performance.now();
      await pglite.exec(await readFile(file, "utf8"));
      appliedMs.push(performance.now() - appliedFrom);
    }
    const [medianServedMs, medianAppliedMs] = [
      median(servedMs.slice(1)),
      median(appliedMs.slice(1)),
    ];
    print(
      `at a load of ${loadavg()[0]?.toFixed(0)} on the machine, from a saved migration to its table being served: ` +
        `${medianServedMs.toFixed(0)} ms, of 500 ms ${formatVerdict(medianServedMs / 500, { atMost: 1 })}, of which the server ` +
        `computes ${median(cpuTimesMs.slice(1)).toFixed(0)} ms; PGlite alone applies the same file in ${medianAppliedMs.toFixed(0)} ms`,
    );

    await dev.fill();
    const snapshotTimesMs: number[] = [];
    const cpTimesMs: number[] = [];
    const directory = join(project, ".portico");
    let megabytes = 0;
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      const options = { project, directory, env: process.env };
      megabytes = (await saveSnapshot(options, `s${round}`, false)).sizeBytes / 1e6;
      snapshotTimesMs.push(performance.now() - startedAt);
      const copy = join(project, `cp${round}`);
      const cpStartedAt = performance.now();
      execFileSync("cp", ["-a", "--reflink=never", join(directory, "database"), copy]);
      cpTimesMs.push(performance.now() - cpStartedAt);
    }
    print(
      `a snapshot of ${megabytes.toFixed(0)} MB of a running server: ${median(snapshotTimesMs).toFixed(0)} ms, of 300 ms ` +
        `${formatVerdict(median(snapshotTimesMs) / 300, { atMost: 1 })}; cp -a --reflink=never takes ${median(cpTimesMs).toFixed(0)} ms, ` +
        `ratio ${formatVerdict(median(snapshotTimesMs) / median(cpTimesMs), { atMost: 1 })}`,
    );
    await measureSwitches(project, megabytes, dev);
  } finally {
    await pglite.close();
    await dev.stop();
    await rm(project, { recursive: true, force: true });
  }
}

/** Measures a switch to a new branch, and switches between two branches until the server answers again. */
async function measureSwitches(
  project: string,
  megabytes: number,
  dev: Pick<Awaited<ReturnType<typeof startDev>>, "pid" | "waitForTable">,
): Promise<void> {
  const directory = join(project, ".portico");
  const replace = (replacement: Replacement) => activateDatabase(directory, replacement);
  const switchTo = async (name: string) => {
    const startedAt = performance.now();
    await switchBranch({ project, directory, env: process.env }, name, {
      currentName: "main",
      replace,
    });
    await dev.waitForTable("table_0");
    return performance.now() - startedAt;
  };
  const createdMs = await switchTo("feature");
  const switchedMs: number[] = [];
  const cpuTimesMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const cpuBefore = await processCpuMs(dev.pid);
    switchedMs.push(await switchTo(round % 2 === 0 ? "main" : "feature"));
    cpuTimesMs.push((await processCpuMs(dev.pid)) - cpuBefore);
  }
  print(
    `at a load of ${loadavg()[0]?.toFixed(0)}, a switch to a new branch with ${megabytes.toFixed(0)} MB, which copies the database: ` +
      `${createdMs.toFixed(0)} ms; a switch back, until the server answers from the other database: ` +
      `${median(switchedMs).toFixed(0)} ms, of 300 ms ${formatVerdict(median(switchedMs) / 300, { atMost: 1 })}, ` +
      `of which the server computes ${median(cpuTimesMs).toFixed(0)} ms`,
  );
}

/** Starts `portico dev` in a folder. */
async function startDev(project: string) {
  const args = ["dev", "--project", project, "--port", "0", "--db-port", "0"];
  const child = spawn(process.execPath, [buildCommand(), ...args], {
    env: { ...process.env, XDG_STATE_HOME: project, DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`portico dev ended with ${code}.`)));
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes("Watching")) resolve();
    });
  });
  const matchOutput = (pattern: RegExp) => pattern.exec(output)?.[1] ?? "";
  const origin = matchOutput(/API +(\S+)/);
  const headers = { apikey: matchOutput(/Secret key +(\S+)/) };
  return {
    pid: child.pid ?? 0,
    waitForTable: async (table: string) => {
      for (;;) {
        const response = await fetch(`${origin}/rest/v1/${table}`, { headers });
        await response.arrayBuffer();
        if (response.ok) return;
        await pause(pollMs);
      }
    },
    /** Grows the database to about 100 MB. */
    fill: async () => {
      const client = new pg.Client(matchOutput(/Database +(\S+)/));
      await client.connect();
      await client.query(`create table public.filler as
        select id, repeat(md5(id::text), 30) as text from generate_series(1, 20000) id`);
      await client.query("checkpoint");
      await client.end();
    },
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
