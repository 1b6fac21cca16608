import { ConfigError } from "./config-error.ts";
import { isTable, lineOf, type Path, parseDocument, type Table } from "./document.ts";
import type { ProjectFolder } from "./folder.ts";
import { type ParsedJson, parseJson, pathKey } from "./json.ts";

const json = "supabase/config.json";
const jsonc = "supabase/config.jsonc";
const toml = "supabase/config.toml";

/** The names of the configuration file. A project may only have one of them. */
export const configFileNames = [jsonc, json, toml] as const;

/** The configuration file of a project. */
export interface ConfigFile {
  /** The file's path, for messages. */
  readonly name: string;
  readonly document: Table;
  /**
   * Returns the line, counted from 1, of a path's key. If the file does not have the key, returns the line of the
   * innermost table around it.
   */
  readonly lineOf: (path: Path) => number | undefined;
  /** The keys that the file contains twice. The last value wins. */
  readonly repeatedKeys: readonly Path[];
  /** Warnings about ignored configuration files, as complete sentences. */
  readonly warnings: readonly string[];
}

/**
 * Reads the configuration file. `config.json` and `config.jsonc` take precedence over `config.toml`. If there is none,
 * the document is empty.
 *
 * Source: https://supabase.com/docs/guides/local-development/cli/config-formats.
 *
 * @throws {ConfigError} if the file has a syntax error, or both JSON files exist
 */
export async function readConfigFile(folder: ProjectFolder): Promise<ConfigFile> {
  const read = async (name: string) => (await folder.read(name))?.replace(/^\uFEFF/, "");
  const [jsonText, jsoncText, tomlText] = await Promise.all([json, jsonc, toml].map(read));
  if (jsonText !== undefined && jsoncText !== undefined) {
    throw new ConfigError([`${json} and ${jsonc} both exist. Remove one of them.`]);
  }
  const text = jsonText ?? jsoncText;
  if (text === undefined) {
    const tomlSource = tomlText ?? "";
    return {
      name: toml,
      document: parseDocument(tomlSource),
      lineOf: (path) => lineOf(tomlSource, path),
      repeatedKeys: [],
      warnings: [],
    };
  }
  const name = jsonText === undefined ? jsonc : json;
  const { value, lines, repeatedKeys } = parseJson(text, name, { allowsComments: name === jsonc });
  if (!isTable(value)) throw new ConfigError([`${name} must be an object, in braces.`]);
  const { $schema: _, ...document } = value;
  return {
    name,
    document,
    repeatedKeys,
    lineOf: (path) => lineInJson(lines, path),
    warnings: tomlText === undefined ? [] : [`${toml} has no effect beside ${name}.`],
  };
}

/** Returns the name of the project's configuration file, for messages. */
export async function configFileOf(folder: ProjectFolder): Promise<string> {
  for (const name of [json, jsonc]) {
    if ((await folder.read(name)) !== undefined) return name;
  }
  return toml;
}

function lineInJson(lines: ParsedJson["lines"], path: Path): number | undefined {
  for (let depth = path.length; depth > 0; depth--) {
    const line = lines.get(pathKey(path.slice(0, depth)));
    if (line !== undefined) return line;
  }
  return undefined;
}
