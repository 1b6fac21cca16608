import type { KeyObject } from "node:crypto";
import type { Database } from "../database/port.ts";
import type { Log } from "../log/log.ts";
import type { FileStore } from "./files/port.ts";
import type { UnfinishedUploads } from "./files/unfinished.ts";

/** The caller of a request: a database role and the token's claims. */
export interface Caller {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The credentials of the S3 protocol. */
export interface S3Access {
  /** Returns the secret of an access key, which bypasses row-level security, or undefined for an unknown key. */
  secretOf(accessKey: string): string | undefined;
  /** The secrets that sign requests with a session token: the project's public keys. */
  readonly publicSecrets: readonly string[];
  /**
   * Returns the caller of a session token.
   *
   * @throws {StorageError} when the token is invalid
   */
  callerOf(sessionToken: string): Promise<Caller>;
  /** Returns a hint for the error message about an unknown access key. */
  hintFor(accessKey: string): string;
  readonly region: string;
}

/** The dependencies of the storage wire. */
export interface Storage {
  readonly database: Database;
  readonly files: FileStore;
  readonly unfinished: UnfinishedUploads;
  /** The maximum size of an object in bytes. Buckets may have a lower limit. */
  readonly fileSizeLimit: number;
  /** Only signs URLs, so that their tokens are not valid as access tokens. */
  readonly urlKey: KeyObject;
  /**
   * Returns the caller of a request.
   *
   * @returns undefined for a request without a key or token
   * @throws {StorageError} when the key or token is invalid
   */
  readonly authenticate: (request: Request) => Promise<Caller | undefined>;
  /** Undefined if the S3 protocol is disabled. */
  readonly s3: S3Access | undefined;
  readonly log: Log;
}
