import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";

/** A key pair for the S3 protocol. */
export interface S3Keys {
  readonly accessKey: string;
  readonly secret: string;
}

/**
 * Reads the keys for the S3 protocol from the variables of Supabase Storage.
 *
 * @returns undefined if they are not set; then they are derived from the project's secret
 * @throws {ConfigError} if one of the two is missing or too short
 */
export function readS3Keys(env: Environment): S3Keys | undefined {
  const accessKey = env["S3_PROTOCOL_ACCESS_KEY_ID"];
  const secret = env["S3_PROTOCOL_ACCESS_KEY_SECRET"];
  if (!accessKey && !secret) return undefined;
  if (accessKey && secret && /^[\w-]{8,128}$/.test(accessKey) && secret.length >= 32) {
    return { accessKey, secret };
  }
  throw new ConfigError([
    "The environment variables S3_PROTOCOL_ACCESS_KEY_ID and S3_PROTOCOL_ACCESS_KEY_SECRET belong together: a name of 8 letters or more, and a secret of 32 or more.",
  ]);
}
