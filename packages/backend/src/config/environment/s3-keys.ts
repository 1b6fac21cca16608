import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";

/** A pair of keys for S3's protocol. */
export interface S3Keys {
  readonly accessKey: string;
  readonly secret: string;
}

/**
 * The project's own keys for S3's protocol, by their names in Supabase Storage.
 *
 * @returns undefined where the environment has none: then they are derived from the project's secret
 * @throws {ConfigError} when one of the two is missing, or they are not long enough to be secret
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
