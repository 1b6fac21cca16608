import type { Database } from "../database/port.ts";
import type { PostgresPlace } from "../database/postgres/postgres.ts";
import type { Log } from "../log/log.ts";
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
  /** The folder that holds `supabase/`. */
  readonly project: string;
  /** The address to listen on; only this machine reaches 127.0.0.1. */
  readonly host: string;
  /** 0 takes a free port; without it, the port is that of `[api]`. */
  readonly port?: number | undefined;
  /**
   * Where data are kept: a folder for the embedded database (which may be opening already), a PostgreSQL
   * server, or only memory.
   */
  readonly storage:
    | { readonly directory: string; readonly opening?: Promise<Database> | undefined }
    | PostgresPlace
    | { readonly memory: true };
  /**
   * Where programs of this machine reach the embedded database by PostgreSQL's protocol: a port, 0 for a free
   * one, or that of `[db]`. Without it, nowhere.
   */
  readonly databasePort?: number | "configured" | undefined;
  /**
   * The folder for the content of files. Without it, they lie beside the embedded database, or in `.portico` of
   * the project on a PostgreSQL server, or in the S3 store that `STORAGE_S3_BUCKET` of the environment names.
   * Processes that share a server share this folder or that store.
   */
  readonly files?: string | undefined;
  /** A built page to serve beside the API: a folder with an `index.html`. */
  readonly site?: string | undefined;
  /** True when migrations of the same version are taken in the order of their names. */
  readonly isLenient?: boolean | undefined;
  /** The variables for `env(NAME)` in config.toml. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Serves these parts to everybody, wherever the server runs. */
  readonly expose?: { readonly inbox?: boolean; readonly sandbox?: boolean };
  readonly log: Log;
  /** Hooks around the server, where tests cause trouble. */
  readonly interceptors?: Interceptors;
  /** Serves http, even where config.toml asks for https. */
  readonly withoutTls?: boolean;
  /** Called with a sentence for each step of the start. */
  readonly progress?: (sentence: string) => void;
  /** Set where this process is one of several of one start, which share a port and divide their limits. */
  readonly worker?: Worker | undefined;
}

/** A process among others of one start. */
export interface Worker {
  readonly of: number;
  /** When the start began, in milliseconds since 1970. */
  readonly begun: number;
  /** Told of this process, where the start has a port for monitoring. */
  readonly probe: Probe | undefined;
}
