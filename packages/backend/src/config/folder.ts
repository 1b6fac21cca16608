import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigError } from "./config-error.ts";

/**
 * Reads a file of the project folder; undefined when there is none.
 *
 * @param path relative to the project folder, as messages name it, or absolute
 * @throws {ConfigError} when it exists and cannot be read
 */
export async function readProjectFile(
  directory: string,
  path: string,
): Promise<string | undefined> {
  return orAbsent(path, readFile(resolve(directory, path), "utf8"));
}

/**
 * The names in a folder of the project, sorted by their bytes; empty when the folder is absent.
 *
 * @throws {ConfigError} when it exists and cannot be read
 */
export async function listProjectFolder(directory: string, path: string) {
  const reading = readdir(resolve(directory, path), { withFileTypes: true });
  const entries = (await orAbsent(path, reading)) ?? [];
  return entries.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}

async function orAbsent<T>(path: string, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    throw new ConfigError([`${path} cannot be read (${String(code ?? error)}).`]);
  }
}
