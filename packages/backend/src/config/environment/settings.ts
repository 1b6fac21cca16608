import type { LogLevel } from "../../log/log.ts";
import { ConfigError } from "../config-error.ts";
import type { Environment } from "./variable-types.ts";
import { variables } from "./variables.ts";

/** Settings from environment variables that affect the auth wire or all responses. */
export type Switches = ReturnType<typeof readSwitches>;

/** @throws {ConfigError} */
export function readSwitches(env: Environment) {
  return {
    requestTime: variables.requestTime.read(env),
    singleSession: variables.singleSession.read(env),
    auditsOnlyToLog: variables.auditsOnlyToLog.read(env),
    requiresCurrentPassword: variables.requiresCurrentPassword.read(env),
    testCodesUntil: variables.testCodesUntil.read(env),
    compression: variables.compression.read(env),
    largestAnswer: variables.largestAnswer.read(env),
    scimEnabled: variables.scimEnabled.read(env),
    saml: readSaml(env),
  };
}

/**
 * Returns the settings for single sign-on by SAML 2.0, for which config.toml has no keys. Returns undefined if it is
 * off.
 */
function readSaml(env: Environment) {
  if (!variables.samlEnabled.read(env)) return undefined;
  return {
    privateKey: variables.samlPrivateKey.read(env),
    allowsEncryptedAssertions: variables.samlEncryptedAssertions.read(env),
    relayStateMs: variables.samlRelayStateValidity.read(env),
    externalUrl: variables.samlExternalUrl.read(env),
  };
}

/** The service that checks for leaked passwords. Its URL ends with a slash. */
export type LeakCheck = NonNullable<ReturnType<typeof readLeakCheck>>;

/**
 * Returns the service that checks for leaked passwords, or undefined if the check is disabled, which is the default.
 *
 * @throws {ConfigError}
 */
export function readLeakCheck(env: Environment) {
  if (!variables.checksLeaks.read(env)) return undefined;
  return {
    url: variables.leakCheckUrl.read(env).replace(/\/?$/, "/"),
    userAgent: variables.leakCheckUserAgent.read(env),
    failClosed: variables.leakCheckFailsClosed.read(env),
  };
}

/** How proxies pass on the caller's address: the header's name in lower case, and how many proxies append to it. */
export type Forwarding = ReturnType<typeof readForwarding>;

/**
 * Reads how proxies pass on the caller's address. The reference takes the header's first value, which the caller can
 * forge, and does not limit requests without the header (supabase/auth, `performRateLimitingWithHeader` of
 * `internal/api/middleware.go`).
 *
 * @throws {ConfigError}
 */
export function readForwarding(env: Environment) {
  const header = variables.addressHeader.read(env);
  const proxies = variables.trustedProxies.read(env) ?? (header === undefined ? 0 : 1);
  return { header: header ?? "x-forwarded-for", proxies };
}

/**
 * Returns the log level. By default, a terminal only shows failures, and a log collector gets every line.
 *
 * @throws {ConfigError}
 */
export function readLogLevel(env: Environment, isInteractive: boolean): LogLevel {
  return variables.logLevel.read(env) ?? (isInteractive ? "error" : "info");
}

/** The host and port for monitoring. */
export type MonitoringAddress = NonNullable<ReturnType<typeof readMonitoringAddress>>;

/**
 * Returns the host and port for monitoring, or undefined if `PORTICO_ADMIN_PORT` is not set.
 *
 * @throws {ConfigError}
 */
export function readMonitoringAddress(env: Environment) {
  const port = variables.monitoringPort.read(env);
  return port === undefined ? undefined : { host: variables.monitoringHost.read(env), port };
}

/**
 * Returns the PostgreSQL server that the environment names, and how to connect to it. Returns undefined if
 * `DATABASE_URL` is not set.
 *
 * @throws {ConfigError}
 */
export function readDatabaseVariables(env: Environment) {
  const url = variables.databaseUrl.read(env);
  if (url === undefined) return undefined;
  const standbyUrl = variables.databaseReadUrl.read(env);
  return {
    url,
    directUrl: variables.databaseDirectUrl.read(env),
    preparedStatements: variables.databasePreparedStatements.read(env),
    standby:
      standbyUrl === undefined
        ? undefined
        : { url: standbyUrl, maxDelayMs: variables.databaseReadDelay.read(env) },
  };
}

/** The S3-compatible store for file contents. Its prefix is empty or ends with a slash. */
export type S3StoreSettings = NonNullable<ReturnType<typeof readS3Store>>;

/**
 * Returns the S3-compatible store for file contents, or undefined if files are stored in a directory.
 *
 * @throws {ConfigError}
 */
export function readS3Store(env: Environment) {
  const path = variables.s3Bucket.read(env);
  if (path === undefined) return undefined;
  const [bucket = "", ...folders] = path.replace(/\/+$/, "").split("/");
  const endpoint = variables.s3Endpoint.read(env);
  return {
    bucket,
    prefix: folders.length === 0 ? "" : `${folders.join("/")}/`,
    region: variables.s3Region.read(env),
    endpoint,
    forcePathStyle: variables.s3ForcePathStyle.read(env) ?? endpoint !== undefined,
    credentials: readCredentials(env),
    timeout: variables.s3Timeout.read(env),
  };
}

function readCredentials(env: Environment) {
  const accessKeyId = variables.awsAccessKeyId.read(env);
  const secretAccessKey = variables.awsSecretAccessKey.read(env);
  const sessionToken = variables.awsSessionToken.read(env);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

/** A key pair for the S3 protocol. */
export type S3Keys = NonNullable<ReturnType<typeof readS3Keys>>;

/**
 * Returns the key pair for the S3 protocol, or undefined if the keys are derived from the project's secret.
 *
 * @throws {ConfigError} if one of the two variables is missing or too short
 */
export function readS3Keys(env: Environment) {
  const accessKey = variables.s3AccessKey.read(env);
  const secret = variables.s3Secret.read(env);
  if (accessKey === undefined && secret === undefined) return undefined;
  if (accessKey && secret && /^[\w-]{8,128}$/.test(accessKey) && secret.length >= 32) {
    return { accessKey, secret };
  }
  throw new ConfigError([
    "The environment variables S3_PROTOCOL_ACCESS_KEY_ID and S3_PROTOCOL_ACCESS_KEY_SECRET belong together: a name of 8 letters or more, and a secret of 32 or more.",
  ]);
}
