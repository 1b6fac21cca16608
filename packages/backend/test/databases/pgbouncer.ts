import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, readdirSync, realpathSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../../scripts/process/free-port.mjs";
import { recordOutput } from "../processes/process-output.ts";

/**
 * Returns the builds of PgBouncer on this machine: `pgbouncer`, and others like `pgbouncer-1.24`. PgBouncer supports
 * prepared statements since 1.21.
 */
export function pgbouncers(): readonly string[] {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  const programs = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^pgbouncer(-[\d.]+)?$/.test(name))
      .map((name) => realpathSync(join(folder, name))),
  );
  return [...new Set(programs)];
}

/** A pooler in front of a server. */
export interface Pooler {
  /** The URL of the same database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of a server.
 *
 * @param options.tls makes PgBouncer refuse connections without TLS
 */
export async function startPooler(
  program: string,
  directUrl: string,
  { tls }: { readonly tls?: { readonly key: string; readonly cert: string } } = {},
): Promise<Pooler> {
  const server = new URL(directUrl);
  // PgBouncer does not run as root, and its account may be unable to read root's temporary folder.
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const folder = await mkdtemp(join(account.uid ? "/tmp" : tmpdir(), "portico-pgbouncer-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const writeConfigFile = async (name: string, content: string) => {
    const path = join(folder, name);
    await writeFile(path, content);
    if (account.uid) chownSync(path, account.uid, account.gid);
    return path;
  };
  const settings = tls
    ? [
        "client_tls_sslmode = require",
        `client_tls_key_file = ${await writeConfigFile("key.pem", tls.key)}`,
        `client_tls_cert_file = ${await writeConfigFile("cert.pem", tls.cert)}`,
      ]
    : [];
  await writeConfigFile(
    "pgbouncer.ini",
    [
      "[databases]",
      `* = host=${server.hostname} port=${server.port} user=${server.username}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1, 127.0.0.2",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      "default_pool_size = 4",
      "max_client_conn = 500",
      ...settings,
      "",
    ].join("\n"),
  );
  if (account.uid) chownSync(folder, account.uid, account.gid);
  const child = spawn(program, [file], { ...account, stdio: ["ignore", "ignore", "pipe"] });
  const output = recordOutput("pgbouncer", child);
  const ended = once(child, "exit");
  const url = new URL(directUrl);
  url.port = String(port);
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (tries > 100 || child.exitCode !== null)
      throw new Error(`pgbouncer did not start:\n${output()}`);
    await sleep(50);
  }
  return {
    url: url.href,
    close: async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
