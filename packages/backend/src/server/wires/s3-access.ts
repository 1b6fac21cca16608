import type { S3Keys } from "../../config/environment/settings.ts";
import type { Credentials } from "../../keys/claims.ts";
import { demoS3Keys } from "../../keys/s3.ts";
import { callerByToken } from "../../storage/identify-caller.ts";
import type { S3Access } from "../../storage-s3/context.ts";

/** The region that the Supabase CLI uses. It is also the default for clients that send no region. */
export const s3Region = "local";

/** Grants access to the S3 protocol with the S3 keys or with a user's token. */
export function createS3Access({ accessKey, secret }: S3Keys, credentials: Credentials): S3Access {
  const { keys } = credentials;
  return {
    secretOf: (accessKeyId) => (accessKeyId === accessKey ? secret : undefined),
    publicSecrets: [keys.anon, keys.publishable],
    callerOf: (token) => callerByToken(token, credentials),
    hintFor: (accessKeyId) =>
      accessKeyId === demoS3Keys.accessKey
        ? ". It is the one that every project of the Supabase CLI has: use the keys that `portico start --s3-keys` prints"
        : "",
    region: s3Region,
  };
}
