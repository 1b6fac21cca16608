import type { LogLevel } from "../../log/log.ts";
import {
  durationMs,
  flag,
  text,
  textMatching,
  url,
  type VariableType,
  variable,
  wholeNumber,
} from "./variable-types.ts";

const postgresUrl = textMatching(/^postgres(ql)?:\/\//, "begin with postgresql://");
const httpUrl = (example: string) => url(/^https?:$/, `be an absolute URL such as "${example}"`);

/** The log levels of Supabase Auth, which are those of logrus. */
const logLevels: Readonly<Record<string, LogLevel>> = {
  panic: "error",
  fatal: "error",
  error: "error",
  warn: "warn",
  warning: "warn",
  info: "info",
  debug: "info",
  trace: "info",
};

const logLevel: VariableType<LogLevel> = {
  parse: (value) => logLevels[value.toLowerCase()],
  requirement: "be error, warn or info",
};

/** A token (RFC 9110, section 5.6.2). `Forwarded` (RFC 7239) is refused, because it is not a list of addresses. */
const addressHeader: VariableType<string> = {
  parse: (value) =>
    /^(?!forwarded$)[\w!#$%&'*+.^`|~-]+$/i.test(value) ? value.toLowerCase() : undefined,
  requirement: 'be the name of a header that contains addresses, such as "X-Forwarded-For"',
};

/**
 * Which long responses to compress: all, none (because a proxy compresses them), or those that cross a network.
 * Compression adds between 10 % and 100 % to the response time, which only pays off over a network.
 */
export type Compression = "always" | "never" | "over-a-network";

const compression: VariableType<Compression> = {
  parse: (value) => {
    const isEnabled = flag.parse(value);
    return isEnabled === undefined ? undefined : isEnabled ? "always" : "never";
  },
  requirement: flag.requirement,
};

const base64Key = textMatching(
  /^[A-Za-z0-9+/\s]{800,}=*\s*$/,
  "be an RSA private key of 2048 bits or more, in PKCS #1 and base64",
);

const rfc3339Time: VariableType<Date> = {
  parse: (value) => {
    const time = new Date(value.trim());
    const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value.trim());
    return isTime && !Number.isNaN(time.getTime()) ? time : undefined;
  },
  requirement: 'be a time such as "2026-12-31T00:00:00Z"',
};

/** PostgreSQL's limit for a text is 1 GB. */
const maxMegabytes = 1000;

const megabytes: VariableType<number> = {
  parse: (value) =>
    Number(value) > 0 && Number(value) <= maxMegabytes
      ? Math.round(Number(value) * 1024 * 1024)
      : undefined,
  requirement: `be a number up to ${maxMegabytes}`,
};

/** No machine has more cores, so a larger number is a mistake. */
const maxWorkers = 1024;

export const workerCount: VariableType<number | "auto"> = {
  parse: (value) => {
    if (value === "auto") return "auto";
    const count = Number(value);
    return /^\d{1,4}$/.test(value) && count >= 1 && count <= maxWorkers ? count : undefined;
  },
  requirement: `be a number from 1 to ${maxWorkers}, or auto`,
};

const isProductionValue: VariableType<boolean> = {
  parse: (value) => value === "production",
  requirement: "be a text",
};

/**
 * Every environment variable that Portico reads by name. docs/environment.md is generated from this table. Names that
 * begin with `GOTRUE_`, `STORAGE_`, `S3_` or `GLOBAL_` are those of the reference's servers, for settings that have no
 * key in config.toml.
 */
export const variables = {
  databaseUrl: variable(
    "DATABASE_URL",
    postgresUrl,
    "A PostgreSQL server to use instead of the embedded database ([PostgreSQL](postgresql.md)).",
  ),
  databaseDirectUrl: variable(
    "DATABASE_DIRECT_URL",
    postgresUrl,
    "The same server without its connection pooler.",
  ),
  databaseReadUrl: variable("DATABASE_READ_URL", postgresUrl, "A hot standby for reads."),
  databaseReadDelay: variable(
    "DATABASE_READ_DELAY",
    durationMs("be a duration from 1s to 1h, such as 5s", 1000, 3_600_000),
    "How far the standby may be behind.",
    5000,
    "5s",
  ),
  databasePreparedStatements: variable(
    "DATABASE_PREPARED_STATEMENTS",
    flag,
    "Whether statements are prepared, which some poolers do not support. By default this is found out.",
  ),
  databasePassword: variable(
    "PORTICO_DATABASE_PASSWORD",
    { ...text, canBeEmpty: true },
    "The password of the embedded database for psql and other clients ([SQL clients](sql-clients.md)).",
    "postgres",
  ),
  workers: variable(
    "PORTICO_WORKERS",
    workerCount,
    "How many processes share the port, as `--workers` ([workers](workers.md)).",
  ),
  trustedProxies: variable(
    "PORTICO_TRUSTED_PROXIES",
    wholeNumber(/^\d{1,2}$/, "be a number of proxies, such as 1"),
    "How many proxies in front append the caller's address to a header. The default is 1 if `GOTRUE_RATE_LIMIT_HEADER` is set, and 0 otherwise, which trusts no header.",
  ),
  addressHeader: variable(
    "GOTRUE_RATE_LIMIT_HEADER",
    addressHeader,
    "The header with the caller's address. The default is `X-Forwarded-For`, if there are trusted proxies.",
  ),
  logLevel: variable(
    "GOTRUE_LOG_LEVEL",
    logLevel,
    "`error`, `warn` or `info`. By default a terminal shows errors, and a log collector gets every line.",
  ),
  monitoringPort: variable(
    "PORTICO_ADMIN_PORT",
    wholeNumber(/^\d{1,5}$/, "be a port number", 65_535),
    "A port for `/live`, `/ready` and `/metrics` ([monitoring](monitoring.md)).",
  ),
  monitoringHost: variable(
    "PORTICO_ADMIN_HOST",
    text,
    "The address on which that port listens.",
    "127.0.0.1",
  ),
  compression: variable(
    "PORTICO_COMPRESSION",
    compression,
    "Whether long responses are compressed. By default those that cross a network are.",
    "over-a-network",
    "",
  ),
  largestAnswer: variable(
    "PORTICO_LARGEST_ANSWER_MB",
    megabytes,
    "The longest response of the REST API, in megabytes ([limits](rest-api.md)).",
  ),
  requestTime: variable(
    "GOTRUE_API_MAX_REQUEST_DURATION",
    durationMs('be a duration such as "30s"', 1),
    "How long a request to the auth wire may take. The reference has 10 seconds, in which a small machine cannot hash the passwords of a hundred concurrent sign-ins.",
    30_000,
    "30s",
  ),
  singleSession: variable(
    "GOTRUE_SESSIONS_SINGLE_PER_USER",
    flag,
    "Whether a user may only have one session, the latest.",
    false,
  ),
  auditsOnlyToLog: variable(
    "GOTRUE_AUDIT_LOG_DISABLE_POSTGRES",
    flag,
    "Whether the audit log only goes to the log of the process, not to the database.",
    false,
  ),
  requiresCurrentPassword: variable(
    "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD",
    flag,
    "Whether users must enter their current password to change it, except after a recovery.",
    false,
  ),
  testCodesUntil: variable(
    "GOTRUE_SMS_TEST_OTP_VALID_UNTIL",
    rfc3339Time,
    "When the codes of `[auth.sms.test_otp]` expire.",
  ),
  scimEnabled: variable(
    "GOTRUE_EXPERIMENTAL_SCIM_ENABLED",
    flag,
    "Whether `/scim/v2` describes the server to the directories of organizations. It has no users or groups yet, as in the reference.",
    false,
  ),
  samlEnabled: variable(
    "GOTRUE_SAML_ENABLED",
    flag,
    "Whether identity providers sign users in by SAML 2.0 ([single sign-on](auth-wire.md#single-sign-on)).",
    false,
  ),
  samlPrivateKey: variable(
    "GOTRUE_SAML_PRIVATE_KEY",
    base64Key,
    "The RSA key of SAML requests, in PKCS #1 and base64. Without it, a key is made and kept with the data.",
  ),
  samlEncryptedAssertions: variable(
    "GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS",
    flag,
    "Whether identity providers may encrypt their assertions with this key.",
    false,
  ),
  samlRelayStateValidity: variable(
    "GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD",
    durationMs('be a duration such as "2m"', 1),
    "How long a person may take at the identity provider.",
    120_000,
    "2m",
  ),
  samlExternalUrl: variable(
    "GOTRUE_SAML_EXTERNAL_URL",
    text,
    "The address of the auth wire that identity providers know, if it is not `auth.external_url`.",
  ),
  checksLeaks: variable(
    "GOTRUE_PASSWORD_HIBP_ENABLED",
    flag,
    "Whether new passwords are looked up in the list of Have I Been Pwned ([passwords](auth-wire.md)).",
    false,
  ),
  leakCheckFailsClosed: variable(
    "GOTRUE_PASSWORD_HIBP_FAIL_CLOSED",
    flag,
    "Whether passwords are refused while that list cannot be reached.",
    false,
  ),
  leakCheckUserAgent: variable(
    "GOTRUE_PASSWORD_HIBP_USER_AGENT",
    text,
    "The user agent of these requests.",
    "portico",
  ),
  leakCheckUrl: variable(
    "PORTICO_PASSWORD_HIBP_URL",
    httpUrl("https://api.pwnedpasswords.com/range/"),
    "Another service with the same protocol.",
    "https://api.pwnedpasswords.com/range/",
  ),
  s3Bucket: variable(
    "STORAGE_S3_BUCKET GLOBAL_S3_BUCKET",
    textMatching(
      /^[a-z\d][\w.-]{1,61}[a-z\d](\/.*)?$/i,
      'be the name of a bucket, or "bucket/folder"',
    ),
    "The bucket for the content of files, or `bucket/folder` ([storage](storage-wire.md)). Without it, files are in a directory.",
  ),
  s3Endpoint: variable(
    "STORAGE_S3_ENDPOINT GLOBAL_S3_ENDPOINT",
    httpUrl("https://s3.example.com"),
    "The address of the store. The default is Amazon S3.",
  ),
  s3Region: variable(
    "STORAGE_S3_REGION REGION AWS_REGION",
    text,
    "The region of the bucket.",
    "us-east-1",
  ),
  s3ForcePathStyle: variable(
    "STORAGE_S3_FORCE_PATH_STYLE",
    flag,
    "Whether the bucket is in the path of the URL instead of its host. The default is true with an endpoint, because few stores other than Amazon's have a host for every bucket.",
  ),
  s3Timeout: variable(
    "STORAGE_S3_CLIENT_TIMEOUT",
    wholeNumber(/^[1-9]\d{0,8}$/, "be a number of milliseconds"),
    "How long the store may take to respond, in milliseconds.",
    30_000,
  ),
  awsAccessKeyId: variable(
    "AWS_ACCESS_KEY_ID",
    text,
    "The credentials of the store. Without them Amazon's SDK finds some.",
  ),
  awsSecretAccessKey: variable("AWS_SECRET_ACCESS_KEY", text, "The secret of these credentials."),
  awsSessionToken: variable("AWS_SESSION_TOKEN", text, "The token of temporary credentials."),
  s3AccessKey: variable(
    "S3_PROTOCOL_ACCESS_KEY_ID",
    text,
    "The key for clients of the S3 protocol. By default it is derived from the project's secret.",
  ),
  s3Secret: variable("S3_PROTOCOL_ACCESS_KEY_SECRET", text, "The secret of that key."),
  redisUrl: variable(
    "REALTIME_REDIS_URL",
    url(/^rediss?:$/, 'be a URL such as "rediss://name:password@host:6379"'),
    "A Redis or Valkey server that connects the channels of several processes ([realtime](realtime-wire.md)). By default the database does.",
  ),
  isProduction: variable(
    "NODE_ENV",
    isProductionValue,
    "With `production`, the tools for development and the embedded database's port are closed.",
    false,
    "",
  ),
  stage: variable(
    "SUPABASE_ENV",
    text,
    "Which `.env` files of the project are read, as by the Supabase CLI.",
    "development",
  ),
  hostedUrl: variable(
    "VITE_SUPABASE_URL",
    text,
    "With `--site`: the hosted project that the page was built for, which its Content-Security-Policy then allows.",
  ),
};
