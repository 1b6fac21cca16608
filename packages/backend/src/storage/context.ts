import type { KeyObject } from "node:crypto";
import type { Database } from "../database/port.ts";
import type { Log } from "../log/log.ts";
import type { FileStore } from "./files/port.ts";
import type { UnfinishedUploads } from "./files/unfinished.ts";

/** The caller of a request: a database role, and what its token says. The server identifies them. */
export interface Caller {
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Whom S3's protocol lets in. */
export interface S3Access {
  /** The secret of an access key, whose holder passes every policy; undefined for one that is not known. */
  secretOf(accessKey: string): string | undefined;
  /** The secrets that sign beside a session token: the project's public keys. */
  readonly publicSecrets: readonly string[];
  /**
   * Identifies the caller by a session token.
   *
   * @throws {StorageError} when it is refused
   */
  callerOf(sessionToken: string): Promise<Caller>;
  /** A remedy for an access key that is not known, to follow a sentence. */
  hintFor(accessKey: string): string;
  readonly region: string;
}

/** The parts that the storage wire is made of. */
export interface Storage {
  readonly database: Database;
  readonly files: FileStore;
  readonly unfinished: UnfinishedUploads;
  /** In bytes: the largest object, unless its bucket allows less. */
  readonly fileSizeLimit: number;
  /** Signs URLs, and nothing else: a token in a URL is no access token. */
  readonly urlKey: KeyObject;
  /**
   * Identifies the caller.
   *
   * @returns undefined for a request without key and token
   * @throws {StorageError} when the key or token is refused
   */
  readonly authenticate: (request: Request) => Promise<Caller | undefined>;
  /** Undefined where S3's protocol is switched off. */
  readonly s3: S3Access | undefined;
  readonly log: Log;
}
