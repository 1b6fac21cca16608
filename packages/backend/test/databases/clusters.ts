import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/process/free-port.mjs";
import { recordOutput } from "../processes/process-output.ts";

const run = promisify(execFile);
const clusterScript = fileURLToPath(new URL("../../../../scripts/cluster.mjs", import.meta.url));

/** A separate PostgreSQL cluster. */
export interface Primary {
  readonly port: number;
  readonly client: pg.Client;
  /** Kills the cluster without a shutdown, like a power failure. */
  kill(): void;
}

/** Starts a cluster, which is removed when the current test ends. */
export async function startPrimary(): Promise<Primary> {
  const child = spawn(process.execPath, [clusterScript], { stdio: ["pipe", "pipe", "pipe"] });
  recordOutput("the PostgreSQL cluster", child);
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.stdin.end();
    await ended;
  });
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const client = await connect(url);
  const { rows } = await client.query<{ directory: string }>("show data_directory");
  const directory = Object.values(rows[0] ?? {})[0] ?? "";
  const [pid] = readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n");
  return {
    port: Number(new URL(url).port),
    client,
    kill: () => process.kill(Number(pid), "SIGQUIT"),
  };
}

/** Starts a hot standby of another cluster, which is removed when the current test ends. */
export async function startStandby(primary: Primary): Promise<Primary> {
  const { folder, account, programs } = await prepareCluster(primary.client, "standby");
  const data = join(folder, "data");
  const connectionFlags = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
  await run(
    join(programs, "pg_basebackup"),
    [...connectionFlags, "-R", "-c", "fast", "-D", data],
    account,
  );
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`];
  // A standby does not start with lower limits than its primary.
  for (const name of ["max_connections", "max_wal_senders"]) {
    const { rows } = await primary.client.query<{ setting: string }>(
      "select current_setting($1) as setting",
      [name],
    );
    settings.push(`${name}=${rows[0]?.setting}`);
  }
  const child = spawn(
    join(programs, "postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...account,
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  recordOutput("the standby", child);
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGQUIT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let client: pg.Client | undefined;
  await expect
    .poll(async () => {
      client = await connect(url).catch(() => undefined);
      return client !== undefined;
    })
    .toBe(true);
  if (!client) throw new Error("The standby did not start.");
  return { port, client, kill: () => child.kill("SIGQUIT") };
}

/** Makes the primary wait for its standby at each commit. */
export async function waitForStandby(primary: Primary): Promise<void> {
  await primary.client.query("alter database postgres set synchronous_commit = on");
  await primary.client.query("alter system set synchronous_standby_names = '*'");
  await primary.client.query("select pg_reload_conf()");
  await expect
    .poll(async () => {
      const { rows } = await primary.client.query("select sync_state from pg_stat_replication");
      return rows[0]?.sync_state;
    })
    .toBe("sync");
}

/** A cluster that can be stopped and restarted on its data. */
export interface Restartable {
  readonly url: string;
  /** Runs `pg_ctl stop` with `-m fast` or `-m immediate`. */
  stop(mode: "fast" | "immediate"): Promise<void>;
  start(): Promise<void>;
}

/**
 * Starts a restartable cluster, which is removed when the current test ends.
 *
 * @param neighbour the URL of a running server. Its installation provides the programs.
 */
export async function startRestartable(neighbour: string): Promise<Restartable> {
  const { folder, account, programs } = await prepareCluster(await connect(neighbour), "restarted");
  const data = join(folder, "data");
  const initdbFlags = [
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C.UTF-8",
  ];
  await run(join(programs, "initdb"), [`--pgdata=${data}`, ...initdbFlags], {
    cwd: folder,
    ...account,
  });
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const runPgCtl = async (...parameters: readonly string[]) => {
    const program = join(programs, "pg_ctl");
    await run(program, ["-D", data, "-w", ...parameters], { cwd: folder, ...account });
  };
  const start = () =>
    runPgCtl("-l", join(folder, "log"), "-o", `-p ${port} -h 127.0.0.1 -k ${folder}`, "start");
  const stop = (mode: "fast" | "immediate") => runPgCtl("-m", mode, "stop");
  await start();
  onTestFinished(async () => {
    await stop("immediate").catch(() => {});
    await rm(folder, { recursive: true, force: true });
  });
  return { url, stop, start };
}

/** Returns the folder of a new cluster, the account that runs it (PostgreSQL refuses root), and its programs. */
async function prepareCluster(client: pg.Client, name: string) {
  const { rows } = await client.query<{ programs: string }>(
    "select setting as programs from pg_config where name = 'BINDIR'",
  );
  const isRoot = process.getuid?.() === 0;
  const folder = await mkdtemp(join(isRoot ? "/tmp" : tmpdir(), `portico-${name}-`));
  const account = isRoot ? await accountOf("postgres", "nobody") : {};
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? 0);
  return { folder, account, programs: rows[0]?.programs ?? "" };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

async function accountOf(...names: readonly string[]) {
  for (const name of names) {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    if (uid) return { uid: Number(uid), gid: Number(gid) };
  }
  return {};
}
