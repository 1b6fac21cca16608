import type { S3Keys } from "../config/environment/settings.ts";
import { demoSecret } from "./demo.ts";
import type { ProjectKeys } from "./project.ts";

/** The default S3 keys of the Supabase CLI (`config.go`). They are public, because they are in its source code. */
export const demoS3Keys: S3Keys = {
  accessKey: "625729a08b95bf1b7ff351a663f3a23c",
  secret: "850181e4652dd023b7a98c58ae0d2d34bd487ee0cc3254aed6eda37307425907",
};

/**
 * Returns the project's S3 keys. Uses the configured keys if there are any. A project with the CLI's secret, which only
 * works for development on this machine, uses the CLI's default keys. All other projects use keys that are derived from
 * their secret.
 */
export function resolveS3Keys(
  { derive }: Pick<ProjectKeys, "derive">,
  configured: S3Keys | undefined,
  jwtSecret: string | undefined,
): S3Keys {
  if (configured) return configured;
  if (jwtSecret === demoSecret) return demoS3Keys;
  const deriveHex = (purpose: string) => Buffer.from(derive(purpose)).toString("hex");
  return {
    accessKey: deriveHex("access key of S3's protocol").slice(0, 32),
    secret: deriveHex("secret of S3's protocol"),
  };
}
