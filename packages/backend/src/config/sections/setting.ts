import { z } from "zod";
import { parseDuration } from "../duration.ts";

/**
 * The types of values in config.toml. Each describes its expected value, so that an invalid one can be reported as
 * "auth.jwt_expiry must be …". As in the Supabase CLI, numbers, booleans and lists may also be written as text ("3600",
 * "true", "a,b"), because `env(NAME)` always results in text.
 */

const invalid = Symbol("invalid");

/**
 * The parameters of a reported issue: whether its message may show the invalid value. Messages about secrets must not.
 */
export interface SettingIssue {
  readonly showsValue: boolean;
}

const secretSchemas = new WeakSet<z.core.$ZodType>();

/** Returns whether a setting is a secret. Expects the schema without its default. */
export const isSecret = (schema: z.core.$ZodType | undefined) =>
  schema !== undefined && secretSchemas.has(schema);

/** Returns the schema of a setting. `parse` returns its second argument for an invalid value. */
export function setting<Input, Output>(
  expected: string,
  parse: (input: unknown, invalidValue: typeof invalid) => Output | typeof invalid,
  { showsValue }: SettingIssue = { showsValue: true },
) {
  // The input type is for callers of `defaultConfig`. A file may contain any value, so `parse` checks it.
  const schema = z.custom<Input>();
  if (!showsValue) secretSchemas.add(schema);
  return schema.transform((input, context): Output => {
    const value = parse(input, invalid);
    if (value !== invalid) return value;
    context.addIssue({ code: "custom", message: `must be ${expected}`, params: { showsValue } });
    return z.NEVER;
  });
}

function readText(input: unknown): string | typeof invalid {
  if (typeof input === "string") return input;
  // Accept numbers, because users easily forget the quotes around an ID that consists of digits.
  return typeof input === "number" || typeof input === "bigint" ? String(input) : invalid;
}

/** Returns the schema of a boolean. */
export function flag() {
  return setting<boolean, boolean>("true or false", (input) => {
    if (input === true || input === "true") return true;
    if (input === false || input === "false") return false;
    return invalid;
  });
}

/**
 * Returns the schema of a whole number between two bounds, both included.
 *
 * @param replaceOutOfRange returns the number with which Supabase Auth replaces a value outside the bounds, if it does;
 * `adjustments.ts` warns about that
 */
export function integer(
  label: string,
  min: number,
  max?: number,
  replaceOutOfRange: (outOfRange: number) => number | undefined = () => undefined,
) {
  const bounds = max === undefined ? `, ${min} or more` : ` between ${min} and ${max}`;
  return setting<number, number>(`${label}${bounds}`, (input) => {
    const number = typeof input === "string" && /^-?\d+$/.test(input) ? Number(input) : input;
    if (typeof number !== "number" || !Number.isSafeInteger(number)) return invalid;
    if (number >= min && number <= (max ?? Number.POSITIVE_INFINITY)) return number;
    return replaceOutOfRange(number) ?? invalid;
  });
}

/** Returns a function that replaces zero, which Supabase Auth treats as not set. */
export const replaceZero = (value: number) => (outOfRange: number) =>
  outOfRange === 0 ? value : undefined;

/**
 * Returns the schema of a one-time code's length. Supabase Auth replaces lengths outside its limits with six digits.
 */
export const codeLength = () =>
  integer("a whole number of digits", 6, 10, (outOfRange) =>
    outOfRange >= 0 ? 6 : undefined,
  ).default(6);

export const count = () => integer("a whole number", 0);
export const port = () => integer("a port number", 1, 65535);

/** Returns the schema of a text that may be empty. */
export function text() {
  return setting<string, string>("text", readText);
}

/** Returns the schema of a text that counts as absent when it is empty. */
export function optionalText() {
  return setting<string, string | undefined>("text", (input) => {
    const value = readText(input);
    return value === "" ? undefined : value;
  }).optional();
}

/** Like {@link optionalText}, but messages never show the value. */
export function secret({ minimumLength = 0 }: { readonly minimumLength?: number } = {}) {
  const expected = minimumLength > 0 ? `text of ${minimumLength} characters or more` : "text";
  return setting<string, string | undefined>(
    expected,
    (input) => {
      const value = readText(input);
      if (value === "") return undefined;
      return value !== invalid && value.length >= minimumLength ? value : invalid;
    },
    { showsValue: false },
  ).optional();
}

/**
 * Returns the schema of an absolute URL, which counts as absent when it is empty. Adds a scheme if there is none,
 * because `localhost:3000` would be parsed as a URL with the scheme "localhost" and lead to dead links; `adjustments.ts`
 * warns about that.
 */
export function url({ allowsAnyScheme = false }: { readonly allowsAnyScheme?: boolean } = {}) {
  return setting<string, string | undefined>(
    'an absolute URL such as "https://example.com"',
    (input) => {
      if (input === "") return undefined;
      if (typeof input !== "string") return invalid;
      const address = withScheme(input);
      if (!URL.canParse(address)) return invalid;
      return allowsAnyScheme || /^https?:\/\//i.test(address) ? address : invalid;
    },
  ).optional();
}

/** Adds the scheme to `host:port`, `host.tld` and `host.tld/path`. */
export function withScheme(address: string): string {
  const [, host, port] = /^([a-z0-9.-]+)(:\d{1,5})?(?:[/?#].*)?$/i.exec(address) ?? [];
  if (host === undefined || !(port ?? host.includes("."))) return address;
  const isLocal = /^(localhost|[\d.]+)$/i.test(host) || /\.localhost$/i.test(host);
  return `${isLocal ? "http" : "https"}://${address}`;
}

/** Returns the schema of a choice between a few values. */
export function choice<const Choice extends string>(values: readonly Choice[]) {
  const quoted = values.map((value) => JSON.stringify(value));
  return setting<Choice, Choice>(
    `one of ${quoted.join(", ")}`,
    (input) => values.find((value) => value === input) ?? invalid,
  );
}

/** Returns the schema of a list of texts. */
export function texts() {
  return setting<string[], string[]>('a list of texts such as ["a", "b"]', (input) => {
    if (typeof input === "string") return input === "" ? [] : input.split(",");
    if (!Array.isArray(input)) return invalid;
    const list = input.filter((item): item is string => typeof item === "string");
    return list.length === input.length ? list : invalid;
  });
}

/**
 * Returns the schema of a duration, which is parsed to seconds. A number without a unit counts as seconds;
 * `adjustments.ts` warns about that.
 */
export function duration() {
  return setting<string | number, number>('a duration such as "30s" or "1h30m"', (input) => {
    if (typeof input === "number" && input >= 0 && Number.isFinite(input)) return input;
    if (typeof input !== "string") return invalid;
    return parseDuration(input) ?? invalid;
  });
}

/**
 * Returns the schema of a number of bytes, such as "50MiB". As in the CLI, a unit without "i" is also a power of 1,024.
 */
export function byteSize() {
  return setting<string | number, number>('a size such as "50MiB"', (input) => {
    const [, digits, prefix = ""] =
      /^(\d+(?:\.\d+)?) ?(?:([kmgtp])(?:i?b)?|b)?$/i.exec(String(input)) ?? [];
    if (digits === undefined) return invalid;
    const bytes = Number(digits) * 1024 ** ("kmgtp".indexOf(prefix.toLowerCase() || "-") + 1);
    return Number.isSafeInteger(Math.floor(bytes)) ? Math.floor(bytes) : invalid;
  });
}

/** Returns the schema of a table that does not allow other keys. */
export function table<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, { error: "must be a table" });
}

/** The keys that enable a sign-in method. The newer name, which the CLI uses since version 3, wins. */
export const signInSwitches = {
  enabled: flag().optional(),
  /** The name before version 3. Despite its name, false also prevents existing users from signing in. */
  enable_signup: flag().optional(),
};

/** Merges the two names of {@link signInSwitches} into the older one, as the CLI does. */
export function mergeSwitches(defaultValue: boolean) {
  return <Section extends { enabled?: boolean | undefined; enable_signup?: boolean | undefined }>({
    enabled,
    enable_signup,
    ...section
  }: Section) => ({ ...section, enable_signup: enabled ?? enable_signup ?? defaultValue });
}

/** Returns the schema of a table whose keys are chosen by the project. */
export function namedTable<Entry extends z.ZodType>(entry: Entry) {
  return z.record(z.string(), entry, { error: "must be a table" });
}

/** Returns the schema of a Supabase CLI key that has no effect in Portico. Accepts any value. */
export const ignored = () => z.unknown().optional();

/** An enabled table that has all its required keys. */
export type Complete<Table, Key extends keyof Table> = Table & { enabled: true } & {
  [Name in Key]-?: NonNullable<Table[Name]>;
};

/** A table that is not enabled. */
export type Disabled<Table> = Table & { enabled: false };

function isDisabled<Table extends { enabled: boolean }>(table: Table): table is Disabled<Table> {
  return !table.enabled;
}

function isComplete<Table extends { enabled: boolean }, Key extends keyof Table>(
  table: Table,
  requiredKeys: readonly Key[],
): table is Complete<Table, Key> {
  return table.enabled && requiredKeys.every((key) => table[key] !== undefined);
}

/** Reports the required keys that an enabled table lacks, and narrows its type accordingly. */
export function requireKeys<
  Table extends { enabled: boolean },
  const Key extends keyof Table & string,
>(...requiredKeys: readonly Key[]) {
  return (value: Table, context: z.core.$RefinementCtx): Complete<Table, Key> | Disabled<Table> => {
    if (isDisabled(value) || isComplete(value, requiredKeys)) return value;
    for (const key of requiredKeys.filter((name) => value[name] === undefined)) {
      context.addIssue({
        code: "custom",
        path: [key],
        message: "is missing, but required while this section is enabled",
      });
    }
    return z.NEVER;
  };
}
