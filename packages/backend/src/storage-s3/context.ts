import type { Caller } from "../http/caller/caller.ts";
import type { StorageOptions } from "../storage/context.ts";

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

/**
 * The dependencies that the server passes to the S3 wire: the keys, and the dependencies of the storage wire, because
 * both wires serve the same buckets and objects.
 */
export interface S3Options extends StorageOptions {
  readonly access: S3Access;
}

/** The dependencies that the modules of the S3 wire share. */
export type S3Context = S3Options;
