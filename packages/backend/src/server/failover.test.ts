import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import getPort from "get-port";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { portico } from "../../test/command.ts";
import { temporaryFolder } from "../../test/project-folder.ts";

const run = promisify(execFile);
const clusterScript = fileURLToPath(new URL("../../../../scripts/cluster.mjs", import.meta.url));

// At night: it makes two clusters.
test.runIf(process.env["PORTICO_FAILOVER"])(
  "a primary is killed under load and its standby promoted: nothing acknowledged is lost",
  async () => {
    const primary = await startPrimary();
    const standby = await startStandby(primary);
    const folder = await temporaryFolder({
      "supabase/migrations/1_notes.sql":
        "create table notes (id int primary key); grant all on notes to service_role;",
    });
    onTestFinished(() => folder.remove());
    const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
    const command = portico(["start", "--port", "0", "--project", folder.path], {
      DATABASE_URL: `postgresql://postgres@${hosts}/postgres`,
    });
    onTestFinished(async () => {
      command.process.kill("SIGTERM");
      await command.ended;
    });
    const origin = await command.origin;
    const key = command.told().match(/Secret key +(\S+)/)?.[1] ?? "";

    const acknowledged: number[] = [];
    const answered: { readonly at: number; readonly status: number }[] = [];
    let next = 0;
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        const id = ++next;
        const response = await fetch(`${origin}/rest/v1/notes`, {
          method: "POST",
          headers: { apikey: key, "content-type": "application/json" },
          body: JSON.stringify({ id }),
        });
        await response.text();
        if (response.status === 201) acknowledged.push(id);
        else await sleep(20);
        answered.push({ at: performance.now(), status: response.status });
      }
    };
    const writers = Array.from({ length: 8 }, write);
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(200);

    const killed = performance.now();
    primary.kill();
    await sleep(1_000);
    const promoted = performance.now();
    await standby.client.query("select pg_promote()");
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 100);
    isOver = true;
    await Promise.all(writers);

    const { rows } = await standby.client.query<{ id: number }>("select id from notes");
    const kept = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([201, 503]));
    const again = answered.find(({ at, status }) => at > promoted && status === 201)?.at ?? 0;
    console.info(
      `${acknowledged.length} writes acknowledged, none lost; served again ${Math.round(again - promoted)} ms after the promotion, ${Math.round(again - killed)} ms after the kill`,
    );
  },
  120_000,
);

interface Primary {
  readonly port: number;
  readonly client: pg.Client;
  /** Ends it at once, as a power cut does. */
  kill(): void;
}

async function startPrimary(): Promise<Primary> {
  const child = spawn(process.execPath, [clusterScript], { stdio: ["pipe", "pipe", "inherit"] });
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

/** A standby that the primary waits for at each commit. */
async function startStandby(primary: Primary) {
  const { rows } = await primary.client.query<{ programs: string }>(
    "select setting as programs from pg_config where name = 'BINDIR'",
  );
  const programs = rows[0]?.programs ?? "";
  const isRoot = process.getuid?.() === 0;
  const folder = await mkdtemp(join(isRoot ? "/tmp" : tmpdir(), "portico-standby-"));
  const data = join(folder, "data");
  // PostgreSQL does not run as root.
  const account = isRoot ? await accountOf("postgres", "nobody") : {};
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? 0);
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
  await run(join(programs, "pg_basebackup"), [...from, "-R", "-c", "fast", "-D", data], account);
  const port = await getPort();
  // As many connections as the primary, or more: a standby refuses less.
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "max_connections=200",
  ];
  const child = spawn(
    join(programs, "postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    {
      ...account,
      stdio: "ignore",
    },
  );
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGQUIT");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  let client: pg.Client | undefined;
  await expect
    .poll(
      async () => {
        client = await connect(url).catch(() => undefined);
        return client !== undefined;
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await primary.client.query("alter database postgres set synchronous_commit = on");
  await primary.client.query("alter system set synchronous_standby_names = '*'");
  await primary.client.query("select pg_reload_conf()");
  await expect
    .poll(
      async () => {
        const { rows } = await primary.client.query("select sync_state from pg_stat_replication");
        return rows[0]?.sync_state;
      },
      { timeout: 20_000 },
    )
    .toBe("sync");
  if (!client) throw new Error("The standby did not start.");
  return { port, client };
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
      .find((each) => each.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(":") ?? [];
    if (uid) return { uid: Number(uid), gid: Number(gid) };
  }
  return {};
}
