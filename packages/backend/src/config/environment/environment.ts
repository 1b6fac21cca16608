import { parseEnv } from "node:util";
import { ConfigError } from "../config-error.ts";
import { isTable, type Path, type Table } from "../document.ts";
import type { ProjectFolder } from "../folder.ts";
import type { Environment } from "./variable-types.ts";
import { variables } from "./variables.ts";

/**
 * Reads the variables for `env(NAME)`, first from the process and then from the project's `.env` files. The first
 * definition of a variable wins, and files in `supabase/` come before those in the project folder.
 *
 * Source: the Supabase CLI, `loadNestedEnv`.
 *
 * @throws {ConfigError} if a file cannot be read, or is a link that leads out of the project
 */
export async function readEnvironment(
  folder: ProjectFolder,
  env: Environment,
): Promise<Environment> {
  const contents = await Promise.all(environmentFiles(env).map((file) => readWithin(folder, file)));
  const fromFiles = contents.reverse().map((text) => parseEnv(text));
  return Object.assign({}, ...fromFiles, env);
}

/**
 * Returns the text of a file, which is empty if the file is missing. The project may come from a stranger, and a link
 * to a file outside of it would expose the developer's credentials to the project's functions and SQL.
 *
 * @throws {ConfigError} if the file is a link that leads out of the project
 */
async function readWithin(folder: ProjectFolder, file: string): Promise<string> {
  const text = await folder.read(file);
  if (text === undefined || (await folder.contains(file))) return text ?? "";
  throw new ConfigError([
    `${file} is a link that leads out of the project. Copy the file into the project folder.`,
  ]);
}

/** Returns the paths of the `.env` files. For each variable, the first file that defines it wins. */
export function environmentFiles(env: Environment): readonly string[] {
  const stage = variables.stage.read(env);
  const names = [
    `.env.${stage}.local`,
    ...(stage === "test" ? [] : [".env.local"]),
    `.env.${stage}`,
    ".env",
  ];
  return ["supabase/", ""].flatMap((folder) => names.map((name) => `${folder}${name}`));
}

/** A value in the file that refers to an environment variable. */
export interface Reference {
  readonly path: Path;
  readonly variable: string;
}

/**
 * A document in which every `env(NAME)` has been replaced by the variable's value, or removed if the variable is not
 * set.
 */
export interface ResolvedDocument {
  readonly document: Table;
  readonly set: readonly Reference[];
  readonly unset: readonly Reference[];
}

export function resolveReferences(document: Table, env: Environment): ResolvedDocument {
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
    // Like the CLI, treat an empty variable as not set.
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
