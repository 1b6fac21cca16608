import type { Database } from "../database/port.ts";
import type { PostgresAddress } from "../database/postgres/postgres.ts";
import type { ReservedPort } from "../http/listening/reserved-port.ts";
import type { ProjectSecret } from "../keys/project.ts";
import type { Log } from "../log/log.ts";
import type { PortListener } from "../postgres-port/listener.ts";
import type { Replacement } from "../replacement/swap.ts";
import type { Interceptors } from "./interceptors.ts";
import type { Probe } from "./probe.ts";

/**
 * @example
 * ```ts
 * import { createLog, type ServerOptions } from "@portico/backend";
 *
 * export const options: ServerOptions = {
 *   project: ".",
 *   host: "127.0.0.1",
 *   port: 3000,
 *   storage: { url: "postgresql://postgres@127.0.0.1/app" },
 *   env: process.env,
 *   log: createLog(),
 * };
 * ```
 */
export interface ServerOptions {
  /** The folder that contains `supabase/`. */
  readonly project: string;
  /** The address to listen on; 127.0.0.1 can only be reached from this machine. */
  readonly host: string;
  /** The port to listen on, 0 for any free one. Defaults to the port of `[api]`. */
  readonly port?: number | undefined;
  /**
   * Where the data is stored: in a folder for the embedded database (which may already be opening), on a PostgreSQL
   * server, or only in memory.
   */
  readonly storage:
    | { readonly directory: string; readonly opening?: Promise<Database> | undefined }
    | PostgresAddress
    | { readonly memory: true };
  /**
   * The port on which programs on this machine reach the embedded database over PostgreSQL's protocol: 0 for any free
   * port, `"configured"` for the port of `[db]`. Without it, no port is opened.
   */
  readonly databasePort?: number | "configured" | undefined;
  /**
   * The folder for file contents. The default is a folder beside the embedded database, or `.portico` in the project
   * with a PostgreSQL server, unless `STORAGE_S3_BUCKET` in the environment names an S3 store. Processes that share a
   * PostgreSQL server must share this folder or that store.
   */
  readonly files?: string | undefined;
  /** A folder with an `index.html`: the built site to serve beside the API. */
  readonly site?: string | undefined;
  /** Whether migrations with the same version are applied in the order of their names. */
  readonly isLenient?: boolean | undefined;
  /** The variables for `env(NAME)` in config.toml. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Opens these tools to everyone, even in production. */
  readonly expose?: {
    readonly inbox?: boolean;
    readonly sandbox?: boolean;
    readonly desk?: boolean;
  };
  readonly log: Log;
  /** Hooks with which tests inject failures. */
  readonly interceptors?: Interceptors;
  /** Serves http, even if config.toml enables TLS. */
  readonly withoutTls?: boolean;
  /** Called with a message for each startup step. */
  readonly progress?: (message: string) => void;
  /** Whether to skip new migrations and seeds, because a command has already prepared the database. */
  readonly leavesMigrations?: boolean | undefined;
  /** Executes requests from `portico stop` and from commands that replace the database. */
  readonly supervisor?: Supervisor | undefined;
  /** Set if this process is one of several workers. Workers share a port and divide their limits. */
  readonly worker?: Worker | undefined;
}

/** The options of a server that this package starts itself. */
export interface StartOptions extends ServerOptions {
  /** The port and secret that a program chose before the server starts, because applications already need them. */
  readonly reserved?: Reservation | undefined;
  /** Whether to open any free port for the database if its own port is in use. */
  readonly acceptsAnyDatabasePort?: boolean;
  /** Keeps the database's port open while the server restarts. */
  readonly heldPort?: HeldPort | undefined;
}

/** The port of the database, which stays open between two servers of the same process. */
export interface HeldPort {
  /** Undefined until the first server has opened it. */
  listener: PortListener | undefined;
}

/** The port and the secret of a server that is about to start. */
export interface Reservation {
  /** The API's port. Connections to it wait. Undefined once a server has taken it over. */
  readonly port?: ReservedPort | undefined;
  /** The secret of a project that does not have one yet. */
  readonly secret: ProjectSecret;
}

/** One of several worker processes that the same command started. */
export interface Worker {
  readonly of: number;
  /** Unix time in milliseconds at which the command was started. */
  readonly begun: number;
  /** Receives the state of this process, if a port for monitoring is configured. */
  readonly probe: Probe | undefined;
}

/** The program that runs a server. */
export interface Supervisor {
  /** Stops the server and ends the process. */
  stop(): void;
  /**
   * Stops the server, replaces the database with the one that a command has prepared, and starts the server again.
   * Rejects if the server does not start with it and continues with the old one.
   */
  replace(replacement: Replacement): Promise<void>;
}
