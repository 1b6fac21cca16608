import type { Database } from "../database/port.ts";
import type { Log } from "../log/log.ts";
import type { Interceptors } from "./interceptors.ts";

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
  /** The address to listen on; 127.0.0.1 is this machine alone. */
  readonly host: string;
  /** 0 takes a free one; without, it is that of `[api]`. */
  readonly port?: number | undefined;
  /**
   * Where data are kept: a folder for the embedded database (which may be opening already), a
   * PostgreSQL server, or nowhere.
   */
  readonly storage:
    | { readonly directory: string; readonly opening?: Promise<Database> | undefined }
    | { readonly url: string }
    | { readonly memory: true };
  /** A built page to serve beside the API: a folder with an `index.html`. */
  readonly site?: string | undefined;
  /** What `env(NAME)` in config.toml reads from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Serve these to everybody, and wherever the server runs. */
  readonly expose?: { readonly inbox?: boolean; readonly sandbox?: boolean };
  readonly log: Log;
  /** What lies around it; tests put trouble there. */
  readonly interceptors?: Interceptors;
  /** Answer http, even where config.toml asks for https. */
  readonly withoutTls?: boolean;
  /** Told what is being done, a sentence each, while the server starts. */
  readonly progress?: (sentence: string) => void;
}
