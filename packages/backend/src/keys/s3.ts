import type { S3Keys } from "../config/environment/s3-keys.ts";
import { demoSecret } from "./demo.ts";
import type { ProjectKeys } from "./project.ts";

/**
 * The keys that every project of the Supabase CLI has (its `config.go`). They are in its source, so that
 * anybody knows them.
 */
export const demoS3Keys: S3Keys = {
  accessKey: "625729a08b95bf1b7ff351a663f3a23c",
  secret: "850181e4652dd023b7a98c58ae0d2d34bd487ee0cc3254aed6eda37307425907",
};

/**
 * The project's keys for S3's protocol: those that are configured, else the CLI's where the project has the
 * CLI's secret, which is for development on this machine alone, else keys of the project's own.
 */
export function s3KeysOf(
  { derive }: Pick<ProjectKeys, "derive">,
  configured: S3Keys | undefined,
  jwtSecret: string | undefined,
): S3Keys {
  if (configured) return configured;
  if (jwtSecret === demoSecret) return demoS3Keys;
  const hex = (purpose: string) => Buffer.from(derive(purpose)).toString("hex");
  return {
    accessKey: hex("access key of S3's protocol").slice(0, 32),
    secret: hex("secret of S3's protocol"),
  };
}
