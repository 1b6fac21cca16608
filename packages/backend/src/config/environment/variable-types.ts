import { ConfigError } from "../config-error.ts";
import { parseDuration } from "../duration.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The type of a variable: how its text is parsed, and what is valid. */
export interface VariableType<T> {
  /** Returns undefined if the text is invalid. */
  parse(text: string): T | undefined;
  /** Completes the sentence "… must …" in the message about an invalid text. */
  readonly requirement: string;
  /** Whether an empty text is a valid value. By default, an empty variable counts as not set. */
  readonly canBeEmpty?: boolean;
}

/** An environment variable that Portico reads. */
export interface Variable<T> {
  /** The variable's name, followed by alternative names that the reference reads if the first is not set. */
  readonly names: readonly string[];
  readonly type: VariableType<unknown>;
  /** What the variable does, for the documentation. */
  readonly description: string;
  /** The default value, for the documentation. Empty if there is none. */
  readonly defaultText: string;
  /** @throws {ConfigError} if the variable is invalid */
  read(env: Environment): T;
}

/** Defines a variable. `name` may list alternatives, such as `"STORAGE_S3_REGION REGION"`. */
export function variable<T>(
  name: string,
  type: VariableType<T>,
  description: string,
): Variable<T | undefined>;
export function variable<T>(
  name: string,
  type: VariableType<T>,
  description: string,
  defaultValue: T,
  defaultText?: string,
): Variable<T>;
export function variable<T>(
  name: string,
  type: VariableType<T>,
  description: string,
  defaultValue?: T,
  defaultText = String(defaultValue ?? ""),
): Variable<T | undefined> {
  const names = name.split(" ");
  return {
    names,
    type,
    description,
    defaultText,
    read: (env) => {
      const text = names
        .map((item) => env[item])
        .find((item) => item || (type.canBeEmpty && item === ""));
      if (text === undefined) return defaultValue;
      const value = type.parse(text);
      if (value !== undefined) return value;
      throw new ConfigError([`The environment variable ${names[0]} must ${type.requirement}.`]);
    },
  };
}

export const text: VariableType<string> = { parse: (value) => value, requirement: "be a text" };

export const flag: VariableType<boolean> = {
  parse: (value) => {
    if (/^(true|t|1)$/i.test(value)) return true;
    return /^(false|f|0)$/i.test(value) ? false : undefined;
  },
  requirement: "be true or false",
};

/** Returns the type of a whole number that matches a pattern. */
export function wholeNumber(
  pattern: RegExp,
  requirement: string,
  max = Number.POSITIVE_INFINITY,
): VariableType<number> {
  return {
    parse: (value) => (pattern.test(value) && Number(value) <= max ? Number(value) : undefined),
    requirement,
  };
}

/** Returns the type of a duration in Go's format, which is parsed to milliseconds. */
export function durationMs(
  requirement: string,
  minMs: number,
  maxMs?: number,
): VariableType<number> {
  return {
    parse: (value) => {
      const ms = Math.round((parseDuration(value) ?? Number.NaN) * 1000);
      return ms >= minMs && ms <= (maxMs ?? ms) ? ms : undefined;
    },
    requirement,
  };
}

/** Returns the type of a URL with a protocol that matches a pattern, such as `/^https?:$/`. */
export function url(protocols: RegExp, requirement: string): VariableType<string> {
  return {
    parse: (value) => (protocols.test(URL.parse(value)?.protocol ?? "") ? value : undefined),
    requirement,
  };
}

/** Returns the type of a text that matches a pattern. */
export function textMatching(pattern: RegExp, requirement: string): VariableType<string> {
  return { parse: (value) => (pattern.test(value) ? value : undefined), requirement };
}
