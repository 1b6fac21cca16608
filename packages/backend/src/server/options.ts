import type { Database } from "../database/port.ts";
import type { PostgresPlace } from "../database/postgres/postgres.ts";
import type { ReservedPort } from "../http/reserved-port.ts";
import type { ProjectSecret } from "../keys/project.ts";
import type { Log } from "../log/log.ts";
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
   * Where the data is stored: a folder for the embedded database (which may be opening already), a PostgreSQL
   * server, or only memory.
   */
  readonly storage:
    | { readonly directory: string; readonly opening?: Promise<Database> | undefined }
    | PostgresPlace
    | { readonly memory: true };
  /**
   * The port on which programs of this machine reach the embedded database over PostgreSQL's protocol: 0 for any
   * free one, `"configured"` for that of `[db]`. Without it, no port is opened.
   */
  readonly databasePort?: number | "configured" | undefined;
  /**
   * The folder for the content of files. Defaults to a folder beside the embedded database, to `.portico` in the
   * project with a PostgreSQL server, or to the S3 store that `STORAGE_S3_BUCKET` in the environment names.
   * Processes that share a PostgreSQL server must share this folder or that store.
   */
  readonly files?: string | undefined;
  /** A folder with an `index.html`: a built site to serve beside the API. */
  readonly site?: string | undefined;
  /** Whether to apply migrations with the same version in the order of their names. */
  readonly isLenient?: boolean | undefined;
  /** The variables for `env(NAME)` in config.toml. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Opens these tools to everybody, even in production. */
  readonly expose?: { readonly inbox?: boolean; readonly sandbox?: boolean };
  readonly log: Log;
  /** Hooks with which tests inject failures. */
  readonly interceptors?: Interceptors;
  /** Serves http, even if config.toml enables TLS. */
  readonly withoutTls?: boolean;
  /** Called with a message for each step of the start. */
  readonly progress?: (message: string) => void;
  /** Whether to leave the migrations and seeds that are new, because a command has prepared the database. */
  readonly leavesMigrations?: boolean | undefined;
  /** Carries out what `portico stop` and the commands that replace the database ask of this process. */
  readonly supervisor?: Supervisor | undefined;
  /** Set if this process is one of several workers, which share a port and divide their limits. */
  readonly worker?: Worker | undefined;
}

/** The options of a server that this package starts itself. */
export interface StartOptions extends ServerOptions {
  /** What a program has decided before the start, because applications need it by then. */
  readonly reserved?: Reserved | undefined;
  /** Whether the database takes any free port if its own is in use. */
  readonly acceptsAnyDatabasePort?: boolean;
}

/** The port and the secret of a server that is about to start. */
export interface Reserved {
  /** The port of the API, whose connections wait; undefined once a server has it. */
  readonly port?: ReservedPort | undefined;
  /** The secret of a project that has none yet. */
  readonly secret: ProjectSecret;
}

/** One of several processes of the same start. */
export interface Worker {
  readonly of: number;
  /** When the start began (Unix time in milliseconds). */
  readonly begun: number;
  /** Receives the state of this process, if there is a port for monitoring. */
  readonly probe: Probe | undefined;
}

/** The program around a server. Each method begins its work and returns. */
export interface Supervisor {
  /** Stops the server and ends the process. */
  stop(): void;
  /** Stops the server, puts the database in place that a command has prepared, and starts the server again. */
  replace(replacement: Replacement): void;
}
