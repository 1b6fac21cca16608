import type { KeyObject } from "node:crypto";
import type { Config } from "../config/sections/schema.ts";
import type { Database } from "../database/port.ts";
import type { Caller } from "../http/caller/caller.ts";
import type { Log } from "../log/log.ts";
import type { FileStore } from "./files/port.ts";
import type { UnfinishedUploads } from "./files/unfinished.ts";

/** The dependencies that the server passes to the storage wire. */
export interface StorageOptions {
  readonly database: Database;
  readonly files: FileStore;
  readonly unfinished: UnfinishedUploads;
  /** The maximum size of an object in bytes. Buckets may have a lower limit. */
  readonly fileSizeLimitBytes: number;
  /** `[storage.vector]` of the configuration. */
  readonly vectors: Config["storage"]["vector"];
  /** The key that signs URLs. It signs nothing else, so that the tokens in URLs are not valid as access tokens. */
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

/**
 * The dependencies that the modules of the storage wire share. {@link EndpointContext} adds the ones that only
 * endpoints need.
 */
export type StorageContext = StorageOptions;
