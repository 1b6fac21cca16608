import { readS3Keys, type S3Keys } from "../../config/environment/settings.ts";
import { type Config, fixedIssuer } from "../../config/sections/schema.ts";
import type { Database } from "../../database/port.ts";
import { type AccessTokens, createAccessTokens } from "../../keys/access-token.ts";
import { loadProjectKeys, type ProjectKeys } from "../../keys/project.ts";
import { resolveS3Keys } from "../../keys/s3.ts";
import { loadSigningKeys, type SigningKeys } from "../../keys/signing-keys.ts";
import { rememberVerified } from "../../keys/verified-tokens.ts";
import type { StartOptions } from "../options.ts";
import type { Settings } from "./settings.ts";

/** The keys and tokens that identify callers. */
export interface ServerCredentials {
  readonly keys: ProjectKeys;
  readonly s3Keys: S3Keys;
  readonly signingKeys: SigningKeys;
  /** The access tokens that the auth wire issues. */
  readonly tokens: AccessTokens;
}

/** Loads the project's keys. Keys that are not configured are generated and stored in the database. */
export async function loadCredentials(
  database: Database,
  settings: Pick<Settings, "config" | "project" | "environment">,
  config: Config,
  { reserved }: Pick<StartOptions, "reserved">,
): Promise<ServerCredentials> {
  const keys = await loadProjectKeys(database, config.auth, reserved?.secret);
  const s3Keys = resolveS3Keys(keys, readS3Keys(settings.environment), config.auth.jwt_secret);
  const signingKeys = await loadSigningKeys(database, settings.project.signingKeys);
  const issuer = fixedIssuer(settings.config, config);
  const tokens = rememberVerified(createAccessTokens(signingKeys, keys.jwtSecret, issuer));
  return { keys, s3Keys, signingKeys, tokens };
}
