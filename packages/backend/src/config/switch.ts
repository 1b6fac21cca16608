import { ConfigError } from "./config-error.ts";
import { parseDuration } from "./duration.ts";
import type { Environment } from "./environment.ts";

/**
 * An environment variable that switches something on.
 *
 * @throws {ConfigError} where it says neither yes nor no
 */
export function readSwitch(env: Environment, name: string): boolean {
  const value = (env[name] ?? "").toLowerCase();
  if (["true", "t", "1"].includes(value)) return true;
  if (["", "false", "f", "0"].includes(value)) return false;
  throw new ConfigError([`The environment variable ${name} must be true or false.`]);
}

/**
 * Which long answers are compressed for clients that take them: all, none where a proxy does it, or
 * those that go over a network. To compress one takes from a tenth of what it takes to answer to as
 * much again, which only a network gives back.
 */
export type Compression = "always" | "never" | "over-a-network";

/** What environment variables say that config.toml has no keys for. */
export interface Switches {
  /** How long a request to the auth wire may take, in milliseconds. */
  readonly requestTime: number;
  /** Whether somebody may be signed in at one place only, the last. */
  readonly singleSession: boolean;
  /** Whether the audit log is written to the log of the process alone, and not to the database. */
  readonly auditsOnlyToLog: boolean;
  /** Whether who changes their password has to know it, unless they have forgotten it. */
  readonly asksForCurrentPassword: boolean;
  /** Which long answers are compressed for clients that take them. */
  readonly compression: Compression;
  /** In bytes, how long an answer of the data wire may be; undefined where nobody says. */
  readonly largestAnswer: number | undefined;
}

/**
 * Reads them by the names that Supabase Auth has for them, and two of our own: `PORTICO_COMPRESSION`
 * and `PORTICO_LARGEST_ANSWER_MB`.
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
    compression: readCompression(env),
    largestAnswer: readLargestAnswer(env),
  };
}

/** `PORTICO_COMPRESSION`: what goes over a network, unless it says always or never. */
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
 * `GOTRUE_API_MAX_REQUEST_DURATION`. Thrice what the reference gives unless told otherwise: on a small
 * machine a hundred passwords that are tried at once take their time.
 */
function readRequestTime(env: Environment): number {
  const seconds = parseDuration(env["GOTRUE_API_MAX_REQUEST_DURATION"] || "30s");
  if (seconds !== undefined && seconds > 0) return Math.round(seconds * 1000);
  throw new ConfigError([
    'The environment variable GOTRUE_API_MAX_REQUEST_DURATION must be a duration such as "30s".',
  ]);
}
