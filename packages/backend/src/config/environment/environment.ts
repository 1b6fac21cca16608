import { parseEnv } from "node:util";
import { isTable, type Path, type Table } from "../document.ts";
import type { ProjectFolder } from "../folder.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables that `env(NAME)` can name: the process's, then those of the project's `.env` files. The first
 * definition of a variable counts, and `supabase/` comes before the project folder.
 *
 * Source: the Supabase CLI, `loadNestedEnv`.
 */
export async function readEnvironment(
  folder: ProjectFolder,
  env: Environment,
): Promise<Environment> {
  const stage = env["SUPABASE_ENV"] || "development";
  const names = [
    `.env.${stage}.local`,
    ...(stage === "test" ? [] : [".env.local"]),
    `.env.${stage}`,
    ".env",
  ];
  const files = ["supabase/", ""].flatMap((place) => names.map((name) => `${place}${name}`));
  const contents = await Promise.all(files.map((file) => folder.read(file)));
  const variables: Record<string, string | undefined> = {};
  for (const text of contents.reverse()) Object.assign(variables, parseEnv(text ?? ""));
  return { ...variables, ...env };
}

/** A value of the file that names an environment variable. */
export interface Reference {
  readonly path: Path;
  readonly variable: string;
}

/** A file's values with every `env(NAME)` replaced by the variable, or removed if it is not set. */
export interface Resolved {
  readonly document: Table;
  readonly set: readonly Reference[];
  readonly unset: readonly Reference[];
}

export function resolveReferences(document: Table, env: Environment): Resolved {
  const set: Reference[] = [];
  const unset: Reference[] = [];

  const resolve = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) {
      return value
        .map((item, index) => resolve(item, [...path, index]))
        .filter((item) => item !== undefined);
    }
    if (isTable(value)) return resolveTable(value, path);
    const variable = typeof value === "string" ? /^env\((.*)\)$/.exec(value)?.[1] : undefined;
    if (variable === undefined) return value;
    // An empty variable counts as not set, as with the CLI.
    const replacement = env[variable] || undefined;
    (replacement === undefined ? unset : set).push({ path, variable });
    return replacement;
  };

  const resolveTable = (table: Table, path: Path): Table => {
    const entries = Object.entries(table).map(([key, value]) => [
      key,
      resolve(value, [...path, key]),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  };

  return { document: resolveTable(document, []), set, unset };
}
