import type { z } from "zod";
import { adjustments } from "./adjusted.ts";
import { ConfigError } from "./config-error.ts";
import { configFile, formatPath, lineOf, type Path, parseDocument, valueAt } from "./document.ts";
import {
  type Environment,
  type Reference,
  type Resolved,
  readEnvironment,
  resolveReferences,
} from "./environment/environment.ts";
import { type Consequence, withoutCredentials } from "./environment/unset.ts";
import type { ProjectFolder } from "./folder.ts";
import { nearest, schemaAt, suggestKeys } from "./known-keys.ts";
import { configurableProviders } from "./sections/auth.ts";
import { configSchema, type ParsedConfig } from "./sections/schema.ts";

export interface LoadedConfig {
  readonly config: ParsedConfig;
  /** Sentences for the person who starts the server: each ignored setting, and its line. */
  readonly warnings: readonly string[];
}

/**
 * Reads `supabase/config.toml` of a project folder. Without the file every key has its default.
 *
 * @param env the source of `env(NAME)` in the file, before the project's `.env` files
 * @throws {ConfigError} for a folder that does not exist, a syntax error, and every wrong value
 */
export async function loadConfig({
  folder,
  env,
}: {
  readonly folder: ProjectFolder;
  readonly env: Environment;
}): Promise<LoadedConfig> {
  const toml = await readConfigFile(folder);
  const resolved = resolveReferences(parseDocument(toml), await readEnvironment(folder, env));
  const unset = withoutCredentials(resolved);
  const unknown = removeUnknownKeys(resolved.document);
  const result = configSchema.safeParse(resolved.document, asItIs);
  const problems = (result.error?.issues ?? []).map((issue) => describe(issue, resolved));
  if (!result.success) throw new ConfigError(render(toml, problems));
  return {
    config: result.data,
    warnings: render(toml, [
      ...unknown.map(warnOfKey),
      ...adjustments(resolved.document, result.data),
      ...Object.keys(result.data.auth.external).flatMap(warnOfProvider),
      ...warnOfClosedPhones(result.data, resolved),
      ...withoutEffect.flatMap((path) => warnOfNoEffect(path, result.data)),
      ...unset.filter((reference) => matters(reference, result.data)).map(warnOfUnset),
    ]),
  };
}

/** By default zod compiles a schema for repeated checks, which takes longer than the one check made here. */
const asItIs = { jitless: true };

/** A remark about a path: a sentence without its subject, which is the path. */
interface Remark {
  readonly path: Path;
  readonly sentence: string;
}

/** One line per remark, in the order of the file. */
function render(toml: string, remarks: readonly Remark[]): string[] {
  return remarks
    .map(({ path, sentence }) => ({ path, sentence, line: lineOf(toml, path) }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ path, sentence, line }) => {
      const place = line === undefined ? configFile : `${configFile}:${line}`;
      return `${place}: ${formatPath(path)} ${sentence}`;
    });
}

async function readConfigFile(folder: ProjectFolder): Promise<string> {
  await folder.requireExistence();
  const toml = (await folder.read(configFile)) ?? "";
  return toml.replace(/^\uFEFF/, "");
}

/** Removes the keys that no section has, and returns their paths. */
function removeUnknownKeys(document: unknown): Path[] {
  const issues = configSchema.safeParse(document, asItIs).error?.issues ?? [];
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

function describe(
  { path, message, ...issue }: z.core.$ZodIssue,
  { document, set, unset }: Resolved,
): Remark {
  const samePath = (reference: Reference) => formatPath(reference.path) === formatPath(path);
  const absent = unset.find(samePath);
  if (absent) return { path, sentence: `${isNotSet(absent)}, and it is needed.` };
  const showFound =
    issue.code === "invalid_type" ||
    (issue.code === "custom" && issue.params?.["showFound"] === true);
  if (!showFound) return { path, sentence: `${message}.` };
  const origin = set.find(samePath);
  const from = origin ? ` in the environment variable ${origin.variable}` : "";
  return { path, sentence: `${message}, found ${show(valueAt(document, path))}${from}.` };
}

function show(value: unknown): string {
  if (Array.isArray(value)) return shorten(`[${value.map(show).join(", ")}]`);
  if (value instanceof Date) return "a date";
  if (typeof value === "object") return "a table";
  return typeof value === "string" ? JSON.stringify(shorten(value)) : String(value);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function warnOfKey(path: Path): Remark {
  const meant = suggestKeys(configSchema, path);
  const question = meant.length > 0 ? `; did you mean ${meant.join(" or ")}?` : ".";
  return { path, sentence: `is not a known key and is ignored${question}` };
}

function warnOfProvider(name: string): Remark[] {
  if (configurableProviders.includes(name)) return [];
  const meant = nearest(name, configurableProviders);
  const question = meant ? `; did you mean ${meant}?` : ".";
  const path = ["auth", "external", name];
  return [{ path, sentence: `is not a provider that Supabase Auth has${question}` }];
}

function warnOfClosedPhones({ auth }: ParsedConfig, { document }: Resolved): Remark[] {
  const section = ["auth", "sms"];
  const path = ["enabled", "enable_signup"]
    .map((key) => [...section, key])
    .find((key) => ["true", true].some((yes) => valueAt(document, key) === yes));
  const isOff = String(valueAt(document, [...section, "enabled"])) === "false";
  if (!path || isOff || auth.sms.enable_signup) return [];
  const sentence =
    "has no effect, for the services that [auth.sms.*] names are off or cannot be used here; enable " +
    "one, or name none to get text messages in the inbox.";
  return [{ path, sentence }];
}

/** Sections that have no effect here; docs/auth-wire.md says why. */
const withoutEffect: readonly Path[] = [
  ["auth", "web3", "solana"],
  ["auth", "web3", "ethereum"],
  ["auth", "sms", "twilio_verify"],
];

function warnOfNoEffect(path: Path, config: ParsedConfig): Remark[] {
  const key = [...path, "enabled"];
  return valueAt(config, key) === true ? [{ path: key, sentence: "has no effect here." }] : [];
}

function warnOfUnset({ told, ...reference }: Consequence): Remark {
  const sentence = `${isNotSet(reference)}, ${told ?? "so it counts as absent"}.`;
  return { path: reference.path, sentence };
}

function isNotSet({ variable }: Reference): string {
  return `reads the environment variable ${variable}, which is not set`;
}

/** True when leaving a value out changes anything: its section is in use. */
function matters({ path, told }: Consequence, config: ParsedConfig): boolean {
  if (told !== undefined) return true;
  const table = path.filter((key) => typeof key === "string").slice(0, -1);
  return (
    schemaAt(configSchema, [...table, path[table.length] ?? ""]) !== undefined &&
    valueAt(config, [...table, "enabled"]) !== false
  );
}
