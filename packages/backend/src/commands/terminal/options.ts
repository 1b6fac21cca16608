import { join, resolve } from "node:path";
import { closestProject } from "../../config/closest-project.ts";
import { readDatabaseVariables } from "../../config/environment/settings.ts";
import { controlDirectory } from "../../control/directory.ts";
import type { ServerOptions } from "../../server/options.ts";
import type { EmbeddedProject } from "../../snapshots/project-copy.ts";
import { UsageError } from "../../usage-error.ts";
import type { CommandOptions } from "./command.ts";

/** The option for the project that a command works on. */
export const projectOption = {
  project: {
    type: "string",
    argument: "DIR",
    help: "the folder that contains supabase/ (default: the closest one above)",
  },
} as const satisfies CommandOptions;

/** The option for the location of the project's data. */
export const dataOption = {
  data: {
    type: "string",
    argument: "DIR",
    help: "where its embedded database is, unless DATABASE_URL is set (default: .portico in the project folder)",
  },
} as const satisfies CommandOptions;

/** The option for the location of the files' content. */
export const filesOption = {
  files: {
    type: "string",
    argument: "DIR",
    help: "where file contents are (default: files, next to the embedded database)",
  },
} as const satisfies CommandOptions;

/** The folder of the project, and whether it was found because `--project` was not set. */
export interface ProjectFolder {
  readonly project: string;
  readonly isDetected: boolean;
}

/** Returns the folder that `--project` names, or else the closest parent folder that has a configuration file. */
export const readProject = (option: string | undefined): ProjectFolder => ({
  project: resolve(option ?? closestProject(process.cwd())),
  isDetected: option === undefined,
});

/** The database of a project whose data is stored, and not only kept in memory. */
export type StoredDatabase = Exclude<ServerOptions["storage"], { readonly memory: true }>;

/** Returns the PostgreSQL server that `DATABASE_URL` names, or else the directory of the embedded database. */
export const readStoredDatabase = (data: string | undefined, project: string): StoredDatabase =>
  readDatabaseVariables(process.env) ?? { directory: resolve(data ?? join(project, ".portico")) };

/**
 * Parses an option's port number.
 *
 * @throws {UsageError} if the text is not a port number
 */
export function readPort(text: string, option: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new UsageError(`${option} must be a number from 0 to 65535, not "${text}".`);
}

/** The option for how long a command waits for a server. */
export const timeoutOption = {
  timeout: {
    type: "string",
    argument: "SECONDS",
    help: "how long to wait for it (default: 120)",
  },
} as const satisfies CommandOptions;

const maxTimeoutSeconds = 24 * 60 * 60;

/**
 * Parses the value of `--timeout`.
 *
 * @throws {UsageError} if the text is not a number of seconds
 */
export function readTimeoutMs(text = "120"): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= 1 && seconds <= maxTimeoutSeconds) return seconds * 1000;
  throw new UsageError(
    `--timeout must be a number of seconds from 1 to ${maxTimeoutSeconds}, not "${text}".`,
  );
}

/** Returns a folder as an absolute path. */
export const resolveOption = (option: string | undefined): string | undefined =>
  option === undefined ? undefined : resolve(option);

/**
 * Returns the value of an option that accepts one of a few values.
 *
 * @param choices the values; the first is the default
 * @throws {UsageError} for any other value
 */
export function readChoice<Choice extends string>(
  option: string,
  text: string | undefined,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const choiceValue = choices.find((choice) => choice === (text ?? choices[0]));
  if (choiceValue !== undefined) return choiceValue;
  throw new UsageError(`--${option} must be ${choices.join(", ")}; got "${text}".`);
}

/** Returns the directory that contains the control socket of a project's server. */
export function readControlDirectory(values: {
  readonly project: string | undefined;
  readonly data: string | undefined;
}): string {
  const { project } = readProject(values.project);
  return controlDirectory(readStoredDatabase(values.data, project), project);
}

/** Returns the data directory for a command that needs a running server with an embedded database. */
export function requireEmbeddedDirectory(
  command: string,
  values: { readonly project: string | undefined; readonly data: string | undefined },
): string {
  const database = readStoredDatabase(values.data, readProject(values.project).project);
  if ("directory" in database) return database.directory;
  throw new UsageError(
    `portico ${command} is for the embedded database. DATABASE_URL names a server: unset it first.`,
  );
}

/**
 * Returns the project of a command that requires the embedded database.
 *
 * @throws {UsageError} if `DATABASE_URL` names a PostgreSQL server
 */
export const requireEmbeddedProject = (
  command: string,
  values: { readonly project: string | undefined; readonly data: string | undefined },
): EmbeddedProject => ({
  project: readProject(values.project).project,
  directory: requireEmbeddedDirectory(command, values),
  env: process.env,
});

/**
 * Returns the only parameter of a command.
 *
 * @param kind the parameter's name in the error, such as "name"
 * @throws {UsageError} unless there is exactly one
 */
export function requireOneParameter(
  command: string,
  kind: "file" | "name",
  [parameter, ...otherParameters]: readonly string[],
): string {
  if (parameter !== undefined && otherParameters.length === 0) return parameter;
  throw new UsageError(`portico ${command} needs one ${kind}.`);
}
