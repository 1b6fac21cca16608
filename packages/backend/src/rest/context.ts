import type { Compression } from "../config/environment/variables.ts";
import type { Database } from "../database/port.ts";
import type { Caller } from "../http/caller.ts";
import type { Log } from "../log/log.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import type { LoadObserver, SchemaCacheKeeper } from "./schema-cache/keeper.ts";
import type { RestConfig, RestSettings } from "./settings.ts";
import type { StandbyReads } from "./standby-reads.ts";

/** What the server provides to the REST wire. */
export interface RestOptions extends LoadObserver {
  readonly database: Database;
  /** A second server that may answer reads. */
  readonly standby?: StandbyReads | undefined;
  readonly config: RestConfig;
  /**
   * Identifies the caller of a request.
   *
   * @throws {RestError} made by `tokenExpired` and its neighbours in `errors.ts`
   */
  readonly authenticate: (request: Request) => Promise<Caller>;
  /** The largest accepted body in bytes. The default is 10 MB. */
  readonly bodyLimit?: number;
  /** Decides which long answers are compressed. By default, answers that cross a network are. */
  readonly compression?: Compression;
  readonly log: Log;
}

/** The dependencies of the REST wire. */
export interface RestContext extends RestOptions {
  readonly schemaCache: SchemaCacheKeeper;
  /** The settings that apply until those of the database have been read. */
  readonly initialSettings: RestSettings;
  readonly bodyLimit: number;
  readonly compression: Compression;
  /** The memory that all requests share. */
  readonly budgets: { readonly bodies: MemoryBudget; readonly answers: MemoryBudget };
}
