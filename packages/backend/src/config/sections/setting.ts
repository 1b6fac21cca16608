import { z } from "zod";
import { parseDuration } from "../duration.ts";

/**
 * The types of values in config.toml. Each describes its expected value, so that an invalid one can be reported as
 * "auth.jwt_expiry must be …". As in the Supabase CLI, numbers, booleans and lists may also be written as text ("3600",
 * "true", "a,b"), because `env(NAME)` always results in text.
 */

const invalid = Symbol("refused");

/** Whether the message of an issue contains the invalid value. Messages about secrets must not. */
export interface SettingIssue {
  readonly showFound: boolean;
}

const secrets = new WeakSet<z.core.$ZodType>();

/** Returns whether a setting is a secret. Expects the schema without its default. */
export const isSecret = (schema: z.core.$ZodType | undefined) =>
  schema !== undefined && secrets.has(schema);

/** Returns the schema of a setting. `parse` returns its second argument for an invalid value. */
export function setting<Input, Output>(
  expected: string,
  read: (found: unknown, refused: typeof invalid) => Output | typeof invalid,
  { showFound }: SettingIssue = { showFound: true },
) {
  // The input type is for callers of `defaultConfig`. A file may contain any value, so `read` checks it.
  const custom = z.custom<Input>();
  if (!showFound) secrets.add(custom);
  return custom.transform((found, context): Output => {
    const value = read(found, invalid);
    if (value !== invalid) return value;
    context.addIssue({ code: "custom", message: `must be ${expected}`, params: { showFound } });
    return z.NEVER;
  });
}

function readText(found: unknown): string | typeof invalid {
  if (typeof found === "string") return found;
  // Users easily forget the quotes around an identifier that consists of digits.
  return typeof found === "number" || typeof found === "bigint" ? String(found) : invalid;
}

/** Returns the schema of a boolean. */
export function flag() {
  return setting<boolean, boolean>("true or false", (found) => {
    if (found === true || found === "true") return true;
    if (found === false || found === "false") return false;
    return invalid;
  });
}

/**
 * Returns the schema of a whole number between two bounds, both included.
 *
 * @param replace returns the number with which Supabase Auth replaces a value outside the bounds, if it does;
 * `adjusted.ts` warns about that
 */
export function integer(
  label: string,
  min: number,
  max?: number,
  replace: (outside: number) => number | undefined = () => undefined,
) {
  const bounds = max === undefined ? `, ${min} or more` : ` between ${min} and ${max}`;
  return setting<number, number>(`${label}${bounds}`, (found) => {
    const number = typeof found === "string" && /^-?\d+$/.test(found) ? Number(found) : found;
    if (typeof number !== "number" || !Number.isSafeInteger(number)) return invalid;
    if (number >= min && number <= (max ?? Number.POSITIVE_INFINITY)) return number;
    return replace(number) ?? invalid;
  });
}

/** Returns a function that replaces zero, which Supabase Auth treats as not set. */
export const zeroAs = (value: number) => (outside: number) => (outside === 0 ? value : undefined);

/** Returns the schema of a code's number of digits. Supabase Auth replaces lengths outside its limits with six. */
export const codeLength = () =>
  integer("a whole number of digits", 6, 10, (outside) => (outside >= 0 ? 6 : undefined)).default(
    6,
  );

export const count = () => integer("a whole number", 0);
export const port = () => integer("a port number", 1, 65535);

/** Returns the schema of a text that may be empty. */
export function text() {
  return setting<string, string>("text", readText);
}

/** Returns the schema of a text that counts as absent when it is empty. */
export function optionalText() {
  return setting<string, string | undefined>("text", (found) => {
    const value = readText(found);
    return value === "" ? undefined : value;
  }).optional();
}

/** Like {@link optionalText}, but messages never show the value. */
export function secret({ minimumLength = 0 }: { readonly minimumLength?: number } = {}) {
  const expected = minimumLength > 0 ? `text of ${minimumLength} characters or more` : "text";
  return setting<string, string | undefined>(
    expected,
    (found) => {
      const value = readText(found);
      if (value === "") return undefined;
      return value !== invalid && value.length >= minimumLength ? value : invalid;
    },
    { showFound: false },
  ).optional();
}

/**
 * Returns the schema of an absolute URL, which counts as absent when it is empty. Adds a scheme if there is none,
 * because `localhost:3000` would be parsed as a URL with the scheme "localhost" and lead to dead links; `adjusted.ts`
 * warns about that.
 */
export function url({ anyScheme = false }: { readonly anyScheme?: boolean } = {}) {
  return setting<string, string | undefined>(
    'an absolute URL such as "https://example.com"',
    (found) => {
      if (found === "") return undefined;
      if (typeof found !== "string") return invalid;
      const address = withScheme(found);
      if (!URL.canParse(address)) return invalid;
      return anyScheme || /^https?:\/\//i.test(address) ? address : invalid;
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
export function choice<const Word extends string>(values: readonly Word[]) {
  const quoted = values.map((value) => JSON.stringify(value));
  return setting<Word, Word>(
    `one of ${quoted.join(", ")}`,
    (found) => values.find((value) => value === found) ?? invalid,
  );
}

/** Returns the schema of a list of texts. */
export function texts() {
  return setting<string[], string[]>('a list of texts such as ["a", "b"]', (found) => {
    if (typeof found === "string") return found === "" ? [] : found.split(",");
    if (!Array.isArray(found)) return invalid;
    const list = found.filter((item): item is string => typeof item === "string");
    return list.length === found.length ? list : invalid;
  });
}

/**
 * Returns the schema of a duration, which is parsed to seconds. A number without a unit counts as seconds;
 * `adjusted.ts` warns about that.
 */
export function duration() {
  return setting<string | number, number>('a duration such as "30s" or "1h30m"', (found) => {
    if (typeof found === "number" && found >= 0 && Number.isFinite(found)) return found;
    if (typeof found !== "string") return invalid;
    return parseDuration(found) ?? invalid;
  });
}

/**
 * Returns the schema of a number of bytes, such as "50MiB". As in the CLI, a unit without "i" is also a power of 1,024.
 */
export function byteSize() {
  return setting<string | number, number>('a size such as "50MiB"', (found) => {
    const [, digits, prefix = ""] =
      /^(\d+(?:\.\d+)?) ?(?:([kmgtp])(?:i?b)?|b)?$/i.exec(String(found)) ?? [];
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
export const providerSwitch = {
  enabled: flag().optional(),
  /** The name before version 3. Despite its name, false also prevents existing users from signing in. */
  enable_signup: flag().optional(),
};

/** Merges the two names of {@link providerSwitch} into the older one, as the CLI does. */
export function mergeSwitches(otherwise: boolean) {
  return <Section extends { enabled?: boolean | undefined; enable_signup?: boolean | undefined }>({
    enabled,
    enable_signup,
    ...section
  }: Section) => ({ ...section, enable_signup: enabled ?? enable_signup ?? otherwise });
}

/** Returns the schema of a table whose keys are chosen by the project. */
export function namedTable<Entry extends z.ZodType>(entry: Entry) {
  return z.record(z.string(), entry, { error: "must be a table" });
}

/** Returns the schema of a Supabase CLI key that has no effect in Portico. Accepts any value. */
export const ignored = () => z.unknown().optional();

/** An enabled table with all its required keys. */
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
  needed: readonly Key[],
): table is Complete<Table, Key> {
  return table.enabled && needed.every((key) => table[key] !== undefined);
}

/** Reports the required keys that an enabled table lacks, and narrows its type accordingly. */
export function requireKeys<
  Table extends { enabled: boolean },
  const Key extends keyof Table & string,
>(...needed: readonly Key[]) {
  return (value: Table, context: z.core.$RefinementCtx): Complete<Table, Key> | Disabled<Table> => {
    if (isDisabled(value) || isComplete(value, needed)) return value;
    for (const key of needed.filter((name) => value[name] === undefined)) {
      context.addIssue({
        code: "custom",
        path: [key],
        message: "is missing, but required while this section is enabled",
      });
    }
    return z.NEVER;
  };
}
