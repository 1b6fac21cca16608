import { ConfigError } from "../config-error.ts";
import { parseDuration } from "../duration.ts";
import type { Environment } from "./environment.ts";

/**
 * True when an environment variable switches something on.
 *
 * @throws {ConfigError} where its value is neither yes nor no
 */
export function readSwitch(env: Environment, name: string): boolean {
  const value = (env[name] ?? "").toLowerCase();
  if (["true", "t", "1"].includes(value)) return true;
  if (["", "false", "f", "0"].includes(value)) return false;
  throw new ConfigError([`The environment variable ${name} must be true or false.`]);
}

/**
 * Which long answers are compressed for clients that accept it: all, none (where a proxy does it), or those
 * that cross a network. Compression takes between a tenth of the time to answer and the same time again,
 * which only a network gives back.
 */
export type Compression = "always" | "never" | "over-a-network";

/** Settings that come from environment variables, because config.toml has no keys for them. */
export interface Switches {
  /** How long a request to the auth wire may take, in milliseconds. */
  readonly requestTime: number;
  /** True when a user may have only one session, the latest. */
  readonly singleSession: boolean;
  /** True when the audit log goes only to the process's log, not to the database. */
  readonly auditsOnlyToLog: boolean;
  /** True when a user has to give the current password to change it, unless they have forgotten it. */
  readonly asksForCurrentPassword: boolean;
  /** The codes of `[auth.sms.test_otp]` count until then; undefined when not set. */
  readonly testCodesUntil: Date | undefined;
  /** Which long answers are compressed for clients that accept it. */
  readonly compression: Compression;
  /** The longest answer of the data wire, in bytes; undefined when not set. */
  readonly largestAnswer: number | undefined;
}

/**
 * Reads them by their names in Supabase Auth, and two names of our own: `PORTICO_COMPRESSION` and
 * `PORTICO_LARGEST_ANSWER_MB`.
 *
 * @throws {ConfigError}
 */
export function readSwitches(env: Environment): Switches {
  return {
    requestTime: readRequestTime(env),
    singleSession: readSwitch(env, "GOTRUE_SESSIONS_SINGLE_PER_USER"),
    auditsOnlyToLog: readSwitch(env, "GOTRUE_AUDIT_LOG_DISABLE_POSTGRES"),
    asksForCurrentPassword: readSwitch(
      env,
      "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD",
    ),
    testCodesUntil: readTestCodesUntil(env),
    compression: readCompression(env),
    largestAnswer: readLargestAnswer(env),
  };
}

/** `GOTRUE_SMS_TEST_OTP_VALID_UNTIL`, a time of RFC 3339, as Supabase Auth reads it. */
function readTestCodesUntil(env: Environment): Date | undefined {
  const text = env["GOTRUE_SMS_TEST_OTP_VALID_UNTIL"]?.trim();
  if (!text) return undefined;
  const time = new Date(text);
  if (rfc3339.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new ConfigError([
    'The environment variable GOTRUE_SMS_TEST_OTP_VALID_UNTIL must be a time such as "2026-12-31T00:00:00Z".',
  ]);
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** `PORTICO_COMPRESSION`; by default, answers that cross a network. */
function readCompression(env: Environment): Compression {
  if (!env["PORTICO_COMPRESSION"]) return "over-a-network";
  return readSwitch(env, "PORTICO_COMPRESSION") ? "always" : "never";
}

function readLargestAnswer(env: Environment): number | undefined {
  const text = env["PORTICO_LARGEST_ANSWER_MB"];
  if (!text) return undefined;
  const megabytes = Number(text);
  if (megabytes > 0 && megabytes <= mostMegabytes) return Math.round(megabytes * 1024 * 1024);
  throw new ConfigError([
    `The environment variable PORTICO_LARGEST_ANSWER_MB must be a number up to ${mostMegabytes}.`,
  ]);
}

/** PostgreSQL itself makes no text of a gigabyte. */
const mostMegabytes = 1000;

/**
 * `GOTRUE_API_MAX_REQUEST_DURATION`. The default is three times the reference's: on a small machine a hundred
 * passwords that are tried at once take their time.
 */
function readRequestTime(env: Environment): number {
  const seconds = parseDuration(env["GOTRUE_API_MAX_REQUEST_DURATION"] || "30s");
  if (seconds !== undefined && seconds > 0) return Math.round(seconds * 1000);
  throw new ConfigError([
    'The environment variable GOTRUE_API_MAX_REQUEST_DURATION must be a duration such as "30s".',
  ]);
}
