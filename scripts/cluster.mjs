import "./tools/require-node-version.mjs";
import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { freePort } from "./process/free-port.mjs";
import { run } from "./process/run.mjs";
import { memoryDirectory } from "./process/temporary-directory.mjs";
import { ensurePostgres } from "./tools/postgres.mjs";

// Starts a temporary PostgreSQL cluster: `node scripts/cluster.mjs` prints its URL on standard output, and removes it
// when standard input ends or on a signal. It is a separate process: its standard input ends when its parent ends,
// even by SIGKILL, so no server and no folder are left behind.

const bin = process.argv[2] ?? (await ensurePostgres());
if (!bin) fail("PostgreSQL is not on this machine, and could not be installed.");

const owner = unprivilegedAccount();
const parentFolder = memoryDirectory() ?? (owner && existsSync("/tmp") ? "/tmp" : tmpdir());
const folder = mkdtempSync(join(parentFolder, "portico-postgres-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
if (owner) chownSync(folder, owner.uid, owner.gid);

const programs = await readablePrograms(bin);
const data = join(folder, "data");
await initialize();
await serve(await freePort());

/** PostgreSQL refuses to run as root, so an unprivileged account runs it. */
function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return fail("PostgreSQL does not run as root, and there is no account 'nobody' to run it as.");
}

/**
 * Returns a folder of PostgreSQL programs that the database's user can read. Copies them if they are in root's home.
 *
 * @param {string} bin
 */
async function readablePrograms(bin) {
  const { code } = await run(join(bin, "postgres"), ["--version"], { cwd: folder, ...owner });
  if (code === 0) return bin;
  const copy = join(folder, "programs");
  // The programs need the libraries in the folder next to them.
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return join(copy, basename(bin));
}

async function initialize() {
  let lastError = "";
  // A UTF-8 locale makes upper() and lower() work for all letters. Use C if the system does not have it.
  for (const locale of ["C.UTF-8", "C"]) {
    const initdbOptions = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"];
    const { code, output } = await run(
      join(programs, "initdb"),
      [`--pgdata=${data}`, `--locale=${locale}`, ...initdbOptions],
      { cwd: folder, ...owner },
    );
    if (code === 0) return;
    lastError = output;
    rmSync(data, { recursive: true, force: true });
  }
  fail(`initdb failed:\n${lastError}`);
}

/** @param {number} port */
async function serve(port) {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 200,
    // The cluster does not have to survive a crash of the machine.
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    // Realtime reads table changes by replication, as on hosted projects.
    wal_level: "logical",
    max_replication_slots: 50,
    max_wal_senders: 50,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(programs, "postgres"), ["-D", data, ...flags], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    ...owner,
  });

  let log = "";
  let isReady = false;
  let isStopping = false;
  server.stderr.on("data", (chunk) => {
    if (isReady) return;
    log += chunk;
    isReady = log.includes("database system is ready to accept connections");
    if (isReady) console.log(`postgresql://postgres@127.0.0.1:${port}/postgres`);
  });
  server.on("exit", () => {
    if (!isReady && !isStopping) fail(`PostgreSQL did not start:\n${log}`);
    process.exit();
  });

  // A "fast shutdown" also ends the connections that are still open.
  const stop = () => {
    isStopping = true;
    server.kill("SIGINT");
    setTimeout(() => server.kill("SIGQUIT"), 10_000).unref();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  process.stdin.on("end", stop).resume();
}

/**
 * @param {string} reason
 * @returns {never}
 */
function fail(reason) {
  console.error(reason);
  process.exit(1);
}
