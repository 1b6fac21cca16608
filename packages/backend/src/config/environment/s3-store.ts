import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";
import { readSwitch } from "./switch.ts";

/** The S3-compatible store for the content of files. */
export interface S3StoreSettings {
  readonly bucket: string;
  /** The prefix of every key in the bucket: empty, or with a trailing slash. */
  readonly prefix: string;
  readonly region: string;
  /** Amazon S3 if undefined. */
  readonly endpoint: string | undefined;
  /** Whether the bucket is in the path of the URL instead of its host. */
  readonly forcePathStyle: boolean;
  /** Undefined if the environment has none; then Amazon's SDK finds them. */
  readonly credentials:
    | {
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly sessionToken?: string;
      }
    | undefined;
  /** How long the store may take to respond, in milliseconds. */
  readonly timeout: number;
}

/**
 * Reads the store in `STORAGE_S3_BUCKET`, which is a bucket or `bucket/folder`. The variables are those of Supabase
 * Storage, and those of Amazon's SDK for the credentials.
 *
 * @returns undefined if it is not set; then files are in a directory
 * @throws {ConfigError}
 */
export function readS3Store(env: Environment): S3StoreSettings | undefined {
  const bucketPath = env["STORAGE_S3_BUCKET"] || env["GLOBAL_S3_BUCKET"];
  if (!bucketPath) return undefined;
  const [, bucket, folder = ""] =
    /^([a-z\d][\w.-]{1,61}[a-z\d])(?:\/(.*?))?\/*$/i.exec(bucketPath) ?? [];
  if (bucket === undefined) {
    throw new ConfigError([
      'The environment variable STORAGE_S3_BUCKET must be the name of a bucket, or "bucket/folder".',
    ]);
  }
  const endpoint = env["STORAGE_S3_ENDPOINT"] || env["GLOBAL_S3_ENDPOINT"] || undefined;
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) {
    throw new ConfigError([
      'The environment variable STORAGE_S3_ENDPOINT must be an absolute URL such as "https://s3.example.com".',
    ]);
  }
  return {
    bucket,
    prefix: folder === "" ? "" : `${folder}/`,
    region: env["STORAGE_S3_REGION"] || env["REGION"] || env["AWS_REGION"] || "us-east-1",
    endpoint,
    // Few stores other than Amazon's have a host name for every bucket.
    forcePathStyle: env["STORAGE_S3_FORCE_PATH_STYLE"]
      ? readSwitch(env, "STORAGE_S3_FORCE_PATH_STYLE")
      : endpoint !== undefined,
    credentials: readCredentials(env),
    timeout: readTimeout(env),
  };
}

function readCredentials(env: Environment): S3StoreSettings["credentials"] {
  const accessKeyId = env["AWS_ACCESS_KEY_ID"];
  const secretAccessKey = env["AWS_SECRET_ACCESS_KEY"];
  const sessionToken = env["AWS_SESSION_TOKEN"];
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

function readTimeout(env: Environment): number {
  const milliseconds = env["STORAGE_S3_CLIENT_TIMEOUT"] || "30000";
  if (/^[1-9]\d{0,8}$/.test(milliseconds)) return Number(milliseconds);
  throw new ConfigError([
    "The environment variable STORAGE_S3_CLIENT_TIMEOUT must be a number of milliseconds.",
  ]);
}
