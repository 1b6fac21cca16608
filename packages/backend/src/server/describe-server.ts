import type { ServerStatus } from "../control/running-server.ts";
import { ownVersion } from "../own-version.ts";
import type { ServerContext } from "./part.ts";
import { s3Region } from "./wires/s3-access.ts";

/**
 * Describes a running server for commands, with the variables of `supabase status` (supabase/cli,
 * `internal/status/status.go`). Parts that are disabled have no variables.
 */
export function describeServer(
  {
    options,
    config,
    keys,
    s3Keys,
    development,
    origin,
  }: Pick<ServerContext, "options" | "config" | "development" | "keys" | "s3Keys"> & {
    readonly origin: string;
  },
  {
    databaseAddress,
    inboxOrigin,
    hasInbox,
    deskUrl,
  }: {
    readonly databaseAddress: string | undefined;
    readonly inboxOrigin: string | undefined;
    readonly hasInbox: boolean;
    readonly deskUrl: string | undefined;
  },
): ServerStatus {
  const { api, storage } = config;
  const serverUrl = "url" in options.storage ? options.storage.url : undefined;
  const hasS3 = storage.enabled && storage.s3_protocol.enabled;
  const inbox = hasInbox ? (inboxOrigin ?? `${origin}/inbox`) : undefined;
  const variables = {
    API_URL: origin,
    REST_URL: api.enabled ? `${origin}/rest/v1` : undefined,
    FUNCTIONS_URL: `${origin}/functions/v1`,
    MCP_URL: development.isDevelopment ? `${origin}/mcp` : undefined,
    DB_URL: databaseAddress ?? serverUrl,
    MAILPIT_URL: inbox,
    INBUCKET_URL: inbox,
    DESK_URL: deskUrl,
    PUBLISHABLE_KEY: keys.publishable,
    SECRET_KEY: keys.secret,
    JWT_SECRET: config.auth.jwt_secret,
    ANON_KEY: keys.anon,
    SERVICE_ROLE_KEY: keys.serviceRole,
    STORAGE_S3_URL: hasS3 ? `${origin}/storage/v1/s3` : undefined,
    S3_PROTOCOL_ACCESS_KEY_ID: hasS3 ? s3Keys.accessKey : undefined,
    S3_PROTOCOL_ACCESS_KEY_SECRET: hasS3 ? s3Keys.secret : undefined,
    S3_PROTOCOL_REGION: hasS3 ? s3Region : undefined,
  };
  return {
    pid: process.pid,
    version: ownVersion(),
    project: options.project,
    startedAt: new Date().toISOString(),
    isDevelopment: development.isDevelopment,
    variables: Object.fromEntries(
      Object.entries(variables).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
  };
}
