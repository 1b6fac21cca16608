import { ConfigError } from "../config-error.ts";
import type { Environment } from "./environment.ts";
import { readSwitch } from "./switch.ts";

/** The S3-compatible store that keeps the content of files. */
export interface S3StoreSettings {
  readonly bucket: string;
  /** Comes before every name in the bucket: empty, or it ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  /** True when the bucket is in the path of the address and not in its host. */
  readonly forcePathStyle: boolean;
  /** Undefined where the environment has none: then they come from where Amazon's SDK finds them. */
  readonly credentials:
    | {
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly sessionToken?: string;
      }
    | undefined;
  /** In milliseconds: how long the store may take to answer. */
  readonly timeout: number;
}

/**
 * The store that `STORAGE_S3_BUCKET` names, a bucket or `bucket/folder`. The variables are those of Supabase
 * Storage, and those of Amazon's SDK for the credentials.
 *
 * @returns undefined where it names none: then files are in a directory
 * @throws {ConfigError}
 */
export function readS3Store(env: Environment): S3StoreSettings | undefined {
  const place = env["STORAGE_S3_BUCKET"] || env["GLOBAL_S3_BUCKET"];
  if (!place) return undefined;
  const [, bucket, folder = ""] =
    /^([a-z\d][\w.-]{1,61}[a-z\d])(?:\/(.*?))?\/*$/i.exec(place) ?? [];
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
    // Few stores beside Amazon's have a host for every bucket.
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
