import type { S3Keys } from "../../config/environment/s3-keys.ts";
import { demoS3Keys } from "../../keys/s3.ts";
import type { S3Access } from "../../storage/context.ts";
import type { Credentials } from "../claims.ts";
import { storageCallerBy } from "./storage-caller.ts";

/** The region of the Supabase CLI. Clients that ask for none are told this one. */
const region = "local";

/** Whom S3's protocol lets in: the holder of the keys, and users by their tokens. */
export function s3Access({ accessKey, secret }: S3Keys, credentials: Credentials): S3Access {
  const { keys } = credentials;
  return {
    secretOf: (given) => (given === accessKey ? secret : undefined),
    publicSecrets: [keys.anon, keys.publishable],
    callerOf: (token) => storageCallerBy(token, credentials),
    hintFor: (given) =>
      given === demoS3Keys.accessKey
        ? ". It is the one that every project of the Supabase CLI has: use the keys that `portico start --s3-keys` prints"
        : "",
    region,
  };
}
