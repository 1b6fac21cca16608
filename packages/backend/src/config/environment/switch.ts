import { ConfigError } from "../config-error.ts";
import { parseDuration } from "../duration.ts";
import type { Environment } from "./environment.ts";

/**
 * Returns whether an environment variable is true.
 *
 * @throws {ConfigError} if its value is not a boolean
 */
export function readSwitch(env: Environment, name: string): boolean {
  const value = (env[name] ?? "").toLowerCase();
  if (["true", "t", "1"].includes(value)) return true;
  if (["", "false", "f", "0"].includes(value)) return false;
  throw new ConfigError([`The environment variable ${name} must be true or false.`]);
}

/**
 * Which long responses are compressed for clients that accept it: all, none (if a proxy does it), or those that cross
 * a network. Compression adds between 10 % and 100 % to the response time, which only pays off over a network.
 */
export type Compression = "always" | "never" | "over-a-network";

/** Settings that come from environment variables, because config.toml has no keys for them. */
export interface Switches {
  /** How long a request to the auth wire may take, in milliseconds. */
  readonly requestTime: number;
  /** Whether a user may only have one session, the latest. */
  readonly singleSession: boolean;
  /** Whether the audit log only goes to the process's log, not to the database. */
  readonly auditsOnlyToLog: boolean;
  /** Whether users must enter their current password to change it, except after a recovery. */
  readonly asksForCurrentPassword: boolean;
  /** When the codes of `[auth.sms.test_otp]` expire; undefined if not set. */
  readonly testCodesUntil: Date | undefined;
  /** Which long responses are compressed. */
  readonly compression: Compression;
  /** The longest response of the data wire in bytes; undefined if not set. */
  readonly largestAnswer: number | undefined;
}

/**
 * Reads the switches by their names in Supabase Auth, and two names of Portico: `PORTICO_COMPRESSION` and
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

/** Reads `GOTRUE_SMS_TEST_OTP_VALID_UNTIL`, a time in RFC 3339 format, as Supabase Auth does. */
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

/** Reads `PORTICO_COMPRESSION`. By default, responses that cross a network are compressed. */
function readCompression(env: Environment): Compression {
  if (!env["PORTICO_COMPRESSION"]) return "over-a-network";
  return readSwitch(env, "PORTICO_COMPRESSION") ? "always" : "never";
}

function readLargestAnswer(env: Environment): number | undefined {
  const text = env["PORTICO_LARGEST_ANSWER_MB"];
  if (!text) return undefined;
  const megabytes = Number(text);
  if (megabytes > 0 && megabytes <= maxMegabytes) return Math.round(megabytes * 1024 * 1024);
  throw new ConfigError([
    `The environment variable PORTICO_LARGEST_ANSWER_MB must be a number up to ${maxMegabytes}.`,
  ]);
}

/** PostgreSQL cannot build a text of a gigabyte. */
const maxMegabytes = 1000;

/**
 * Reads `GOTRUE_API_MAX_REQUEST_DURATION`. The default is three times the reference's, because on a small machine a
 * hundred concurrent sign-ins with passwords take that long.
 */
function readRequestTime(env: Environment): number {
  const seconds = parseDuration(env["GOTRUE_API_MAX_REQUEST_DURATION"] || "30s");
  if (seconds !== undefined && seconds > 0) return Math.round(seconds * 1000);
  throw new ConfigError([
    'The environment variable GOTRUE_API_MAX_REQUEST_DURATION must be a duration such as "30s".',
  ]);
}
