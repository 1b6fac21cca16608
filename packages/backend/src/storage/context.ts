import type { KeyObject } from "node:crypto";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import type { Caller } from "../http/caller.ts";
import type { Log } from "../log/log.ts";
import type { FileStore } from "./files/port.ts";
import type { UnfinishedUploads } from "./files/unfinished.ts";

/** The dependencies of the storage wire. */
export interface StorageContext {
  readonly database: Database;
  readonly files: FileStore;
  readonly unfinished: UnfinishedUploads;
  /** The maximum size of an object in bytes. Buckets may have a lower limit. */
  readonly fileSizeLimit: number;
  /** `[storage.vector]` of the configuration. */
  readonly vectors: Config["storage"]["vector"];
  /** Only signs URLs, so that their tokens are not valid as access tokens. */
  readonly urlKey: KeyObject;
  /**
   * Returns the caller of a request.
   *
   * @returns undefined for a request without a key or token
   * @throws {StorageError} when the key or token is invalid
   */
  readonly authenticate: (request: Request) => Promise<Caller | undefined>;
  readonly log: Log;
}
