import type { z } from "zod";
import { warnOfAdjustments } from "./adjustments.ts";
import { ConfigError } from "./config-error.ts";
import { type ConfigFile, readConfigFile } from "./config-file.ts";
import { formatPath, type Path, valueAt } from "./document.ts";
import { decryptSecrets } from "./encrypted.ts";
import {
  type Reference,
  type ResolvedDocument,
  readEnvironment,
  resolveReferences,
} from "./environment/environment.ts";
import { applyServerVariables } from "./environment/server-variables.ts";
import { type Consequence, tolerateUnsetVariables } from "./environment/unset.ts";
import type { Environment } from "./environment/variable-types.ts";
import type { ProjectFolder } from "./folder.ts";
import { findNearest, schemaAt, suggestKeys } from "./known-keys.ts";
import { warnOfRemotes } from "./remotes.ts";
import { configurableProviders } from "./sections/auth.ts";
import { configSchema, type ParsedConfig } from "./sections/schema.ts";
import { warnWithoutEffect } from "./without-effect.ts";

export interface LoadedConfig {
  readonly config: ParsedConfig;
  /** Messages for the operator: each ignored setting with its line. */
  readonly warnings: readonly string[];
}

/**
 * Reads the project folder's `supabase/config.toml`, `config.json` or `config.jsonc`. Without such a file, every key
 * has its default.
 *
 * @param env the first source for `env(NAME)` in the file, before the project's `.env` files
 * @throws {ConfigError} if the folder does not exist, or the file has a syntax error or invalid values
 */
export async function loadConfig({
  folder,
  env,
}: {
  readonly folder: ProjectFolder;
  readonly env: Environment;
}): Promise<LoadedConfig> {
  await folder.requireExistence();
  const file = await readConfigFile(folder);
  const environment = await readEnvironment(folder, env);
  const fromServer = applyServerVariables(file.document, environment, configurableProviders);
  const references = resolveReferences(fromServer.document, environment);
  const undecrypted = decryptSecrets(references.document, environment);
  const resolved = { ...references, unset: [...references.unset, ...undecrypted.unset] };
  const unset = tolerateUnsetVariables(resolved);
  const unknownPaths = removeUnknownKeys(resolved.document);
  const result = configSchema.safeParse(resolved.document, withoutCompilation);
  const problems = [
    ...undecrypted.undecryptable.map(describeUndecryptable),
    ...(result.error?.issues ?? []).map((issue) => describe(issue, resolved)),
  ];
  if (!result.success || problems.length > 0) throw new ConfigError(formatRemarks(file, problems));
  return {
    config: result.data,
    warnings: [
      ...file.warnings,
      ...warnOfServerVariables(fromServer.withoutEffect),
      ...formatRemarks(file, [
        ...file.repeatedKeys.map(warnOfRepeatedKey),
        ...unknownPaths.map(warnOfUnknownKey),
        ...warnOfAdjustments(resolved.document, result.data),
        ...Object.keys(result.data.auth.external).flatMap(warnOfProvider),
        ...warnOfClosedPhones(result.data, resolved),
        ...warnWithoutEffect(resolved.document),
        ...warnOfRemotes(resolved.document, resolved.unset),
        ...unset.filter((reference) => hasEffect(reference, result.data)).map(warnOfUnset),
      ]),
    ],
  };
}

/** Returns one message about all variables of Supabase Auth that have no effect. */
function warnOfServerVariables(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const verb = names.length === 1 ? "has" : "have";
  return [`The environment: ${names.join(", ")} ${verb} no effect here (docs/environment.md).`];
}

/** Keeps zod from compiling the schema for repeated use, which takes longer than this single check. */
const withoutCompilation = { jitless: true };

/** A message about a key. The reported sentence begins with the key's path. */
interface Remark {
  readonly path: Path;
  readonly message: string;
}

/** Returns a line of text for each remark, sorted by the line of its key in the file. */
function formatRemarks({ name, lineOf }: ConfigFile, remarks: readonly Remark[]): string[] {
  return remarks
    .map(({ path, message }) => ({ path, message, line: lineOf(path) }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ path, message, line }) => {
      const location = line === undefined ? name : `${name}:${line}`;
      return `${location}: ${formatPath(path)} ${message}`;
    });
}

/** Removes the keys that are not in any section's schema, and returns their paths. */
function removeUnknownKeys(document: unknown): Path[] {
  const issues = configSchema.safeParse(document, withoutCompilation).error?.issues ?? [];
  const paths = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [],
  );
  for (const path of paths) {
    const section = valueAt(document, path.slice(0, -1));
    const key = path.at(-1);
    if (typeof section === "object" && section !== null && key !== undefined) {
      Reflect.deleteProperty(section, key);
    }
  }
  return paths;
}

function describeUndecryptable(path: Path): Remark {
  return {
    path,
    message: "is encrypted, and no key in DOTENV_PRIVATE_KEY can decrypt it.",
  };
}

function describe(
  { path, message, ...issue }: z.core.$ZodIssue,
  { document, set, unset }: ResolvedDocument,
): Remark {
  const hasSamePath = (reference: Reference) => formatPath(reference.path) === formatPath(path);
  const unsetReference = unset.find(hasSamePath);
  if (unsetReference)
    return { path, message: `${describeUnset(unsetReference)}, and it is needed.` };
  const showsValue =
    issue.code === "invalid_type" ||
    (issue.code === "custom" && issue.params?.["showsValue"] === true);
  if (!showsValue) return { path, message: `${message}.` };
  const origin = set.find(hasSamePath);
  const originNote = origin ? ` in the environment variable ${origin.variable}` : "";
  return {
    path,
    message: `${message}, found ${formatValue(valueAt(document, path))}${originNote}.`,
  };
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return shorten(`[${value.map(formatValue).join(", ")}]`);
  if (value instanceof Date) return "a date";
  if (typeof value === "object") return "a table";
  return typeof value === "string" ? JSON.stringify(shorten(value)) : String(value);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function warnOfRepeatedKey(path: Path): Remark {
  return { path, message: "is in the file twice; the last value is used." };
}

function warnOfUnknownKey(path: Path): Remark {
  const suggestions = suggestKeys(configSchema, path);
  const question = suggestions.length > 0 ? `; did you mean ${suggestions.join(" or ")}?` : ".";
  return { path, message: `is not a known key and is ignored${question}` };
}

function warnOfProvider(name: string): Remark[] {
  if (configurableProviders.includes(name)) return [];
  const suggestions = findNearest(name, configurableProviders);
  const question = suggestions ? `; did you mean ${suggestions}?` : ".";
  const path = ["auth", "external", name];
  return [{ path, message: `is not a provider that Supabase Auth has${question}` }];
}

function warnOfClosedPhones({ auth }: ParsedConfig, { document }: ResolvedDocument): Remark[] {
  const section = ["auth", "sms"];
  const path = ["enabled", "enable_signup"]
    .map((key) => [...section, key])
    .find((key) => ["true", true].some((enabledValue) => valueAt(document, key) === enabledValue));
  const isOff = String(valueAt(document, [...section, "enabled"])) === "false";
  if (!path || isOff || auth.sms.enable_signup) return [];
  const message =
    "has no effect, because the services in [auth.sms.*] are disabled or not supported here; enable " +
    "one, or name none to get text messages in the inbox.";
  return [{ path, message }];
}

function warnOfUnset({ effect, ...reference }: Consequence): Remark {
  const message = `${describeUnset(reference)}, ${effect ?? "so it counts as absent"}.`;
  return { path: reference.path, message };
}

function describeUnset({ variable }: Reference): string {
  return `reads the environment variable ${variable}, which is not set`;
}

/** Returns whether the missing value matters, because its section is in use. */
function hasEffect({ path, effect }: Consequence, config: ParsedConfig): boolean {
  if (effect !== undefined) return true;
  const tablePath = path.filter((key) => typeof key === "string").slice(0, -1);
  return (
    schemaAt(configSchema, [...tablePath, path[tablePath.length] ?? ""]) !== undefined &&
    valueAt(config, [...tablePath, "enabled"]) !== false
  );
}
