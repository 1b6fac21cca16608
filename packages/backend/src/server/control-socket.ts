import { chmod, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { BackupError } from "../backup/backup-error.ts";
import type { FilesSource } from "../backup/create-archive.ts";
import { ConfigError } from "../config/config-error.ts";
import { loadProject } from "../config/load-project.ts";
import { withSocket } from "../control/address.ts";
import { controlDirectory } from "../control/directory.ts";
import { challengeHeader, proofHeader, proofOf, writeControlKey } from "../control/proof.ts";
import { readStatus, type ServerStatus } from "../control/running-server.ts";
import { MigrationError } from "../database/migrations/migration-error.ts";
import type { Database } from "../database/port.ts";
import { makeDataDirectory } from "../private-directory.ts";
import { applyPending } from "../replacement/pending.ts";
import { replacementOf } from "../replacement/swap.ts";
import type { Backups } from "./backups/backups.ts";
import { HoldError, handleHold } from "./hold.ts";
import type { ServerOptions } from "./options.ts";

/** The socket over which commands reach the server that uses the data directory. */
export interface ControlSocket {
  readonly warnings: readonly string[];
  /** Sets the response of `GET /status`. Until it is called, the server counts as starting. */
  setStatus(status: ServerStatus): void;
  close(): Promise<void>;
}

type Endpoint = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/**
 * Listens on a socket in the data directory for `portico status`, `stop`, `backup` and the commands that replace the
 * database. No page and no other user of the machine can reach it, and a user who can open it could also read the
 * database's files.
 */
export async function openControlSocket(
  database: Database,
  { backups, files }: { readonly backups: Backups; readonly files: FilesSource },
  {
    storage,
    project,
    env,
    isLenient,
    log,
    supervisor,
    worker,
    files: filesDirectory,
  }: ServerOptions,
): Promise<ControlSocket> {
  const unavailable = { setStatus: () => {}, close: async () => {} };
  const directory = await chooseDirectory(storage, project, supervisor !== undefined && !worker);
  if (directory === undefined) return { ...unavailable, warnings: [] };
  let status: ServerStatus | undefined;
  const endpoints: Readonly<Record<string, Endpoint>> = {
    "GET /status": (_, response) => {
      if (!status) return refuse(response, 503, "The server is starting.");
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(status));
    },
    "POST /backup": async (_, response) => {
      const chunks = await backups.start();
      response.writeHead(200, { "content-type": "application/x-tar" });
      await pipeline(chunks, response);
    },
    "POST /migrate": async (_, response) => {
      const currentProject = await loadProject({ directory: project, env, isLenient });
      const applied = await applyPending(database, currentProject.project);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(applied));
    },
    "GET /findings": async (_, response) => {
      const { examineRunningData } = await import("../doctor/doctor.ts");
      const runningProject = {
        directory: project,
        env,
        database,
        files: filesDirectory,
        storage: "directory" in storage ? storage : undefined,
      };
      const findings = await examineRunningData(runningProject);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(findings));
    },
    "POST /hold": (request, response) => {
      if (!("directory" in storage)) return refuse(response, 409, notEmbedded);
      return handleHold({ database, files, directory }, request, response);
    },
    "POST /stop": (_, response) => {
      if (!supervisor) return refuse(response, 409, notSupervised);
      response.writeHead(202).end(() => supervisor.stop());
    },
    "POST /replace": ({ url = "" }, response) => {
      if (!supervisor) return refuse(response, 409, notSupervised);
      const { searchParams } = new URL(url, "http://socket");
      const replacement = replacementOf(searchParams.get("from"), searchParams.get("to"));
      if (!replacement) return refuse(response, 400, "The folders are not those of branches.");
      // The log contains the reason of a failure, and the command notices that its database was not used.
      response.writeHead(202).end(() => void supervisor.replace(replacement).catch(() => {}));
    },
  };
  let key = "";
  const server = createServer(async (request, response) => {
    response.setHeader(proofHeader, proofOf(key, String(request.headers[challengeHeader])));
    try {
      const endpoint = endpoints[`${request.method} ${request.url?.split("?")[0]}`];
      if (endpoint) await endpoint(request, response);
      else refuse(response, 404, "This release of Portico does not have that command.");
    } catch (err) {
      const isExpected = expectedErrors.some((errorClass) => err instanceof errorClass);
      if (!isExpected) log.error({ err }, "a command failed");
      if (!response.headersSent) refuse(response, 500, (err as Error).message);
    }
  });
  try {
    key = await writeControlKey(directory);
    await withSocket(directory, async (address) => {
      // A killed process may have left a socket behind. This process holds the lock of the directory, so it may remove
      // the socket.
      await rm(address, { force: true });
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(address, resolve);
      });
      if (process.platform !== "win32") await chmod(address, 0o600);
    });
  } catch (error) {
    server.close();
    const warning = `Commands such as portico backup cannot reach this process: ${(error as Error).message}. Stop it before you use them.`;
    return { ...unavailable, warnings: [warning] };
  }
  return {
    warnings: [],
    setStatus: (newStatus) => {
      status = newStatus;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Returns the directory for the socket. A server on PostgreSQL gets a socket if it is the command's only process, and
 * the project has no other server with a socket.
 */
async function chooseDirectory(
  storage: ServerOptions["storage"],
  project: string,
  isCommand: boolean,
): Promise<string | undefined> {
  if ("directory" in storage) return storage.directory;
  if ("memory" in storage || !isCommand) return undefined;
  const directory = controlDirectory(storage, project);
  try {
    await makeDataDirectory(directory);
    return (await readStatus(directory)) ? undefined : directory;
  } catch {
    // Another server is starting in this directory, or the project folder is read-only, as in many containers.
    return undefined;
  }
}

/** Errors whose messages are for the person who called the command. */
const expectedErrors = [BackupError, ConfigError, HoldError, MigrationError];

const notEmbedded = "This command is for the embedded database.";

const notSupervised = "The server runs inside another program, which has to stop it.";

const refuse = (response: ServerResponse, status: number, reason: string): void =>
  void response.writeHead(status, { "content-type": "text/plain" }).end(reason);
