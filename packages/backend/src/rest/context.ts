import type { Compression } from "../config/environment/variables.ts";
import type { Database } from "../database/port.ts";
import type { Caller } from "../http/caller/caller.ts";
import type { Log } from "../log/log.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import type { LoadObserver, SchemaCacheKeeper } from "./schema-cache/keeper.ts";
import type { RestConfig, RestSettings } from "./settings.ts";
import type { StandbyReads } from "./standby-reads.ts";

/** The dependencies that the server passes to the REST wire. */
export interface RestOptions extends LoadObserver {
  readonly database: Database;
  /** A read replica, which can serve the requests that only read. */
  readonly standby?: StandbyReads | undefined;
  readonly config: RestConfig;
  /**
   * Identifies the caller of a request.
   *
   * @throws {RestError} PGRST3xx if the key or token is refused
   */
  readonly authenticate: (request: Request) => Promise<Caller>;
  /** The maximum size of a body in bytes. The default is 10 MB. */
  readonly bodyLimit?: number;
  /** Determines which long responses are compressed. By default, those that cross a network. */
  readonly compression?: Compression;
  readonly log: Log;
}

/** The dependencies that the modules of the REST wire share. */
export interface RestContext extends RestOptions {
  readonly schemaCache: SchemaCacheKeeper;
  /** The settings that apply until the settings in the database have been read. */
  readonly initialSettings: RestSettings;
  readonly bodyLimit: number;
  readonly compression: Compression;
  /** The memory that all requests share. */
  readonly budgets: { readonly bodies: MemoryBudget; readonly responses: MemoryBudget };
}
