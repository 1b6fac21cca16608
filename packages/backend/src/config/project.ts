import type { JWK } from "jose";
import { z } from "zod";
import { ConfigError } from "./config-error.ts";
import { configFile } from "./document.ts";
import { readProjectFile } from "./folder.ts";
import { type Migration, readMigrations } from "./migrations.ts";
import type { Config, ParsedConfig } from "./schema.ts";
import { readSeeds, type Seed } from "./seeds.ts";
import {
  fromSupabaseFolder,
  type Notifications,
  readNotifications,
  readTemplates,
  type Templates,
} from "./templates.ts";

/** What a project folder holds besides its config.toml. */
export interface Project {
  readonly migrations: readonly Migration[];
  readonly seeds: readonly Seed[];
  readonly templates: Templates;
  readonly notifications: Notifications;
  /** The private keys of `auth.signing_keys_path`, the signing one first; empty without that path. */
  readonly signingKeys: readonly JWK[];
  /** Sentences for the person who starts the server: files that were passed over. */
  readonly warnings: readonly string[];
}

/**
 * Reads the files of a project folder that its configuration names or that the Supabase CLI finds
 * by their places.
 *
 * @throws {ConfigError} when a file that the configuration names is missing or of no use
 */
export async function readProject(
  directory: string,
  config: ParsedConfig | Config,
): Promise<Project> {
  const { migrations: migration, seed } = config.db;
  const migrations = migration.enabled ? await readMigrations(directory) : undefined;
  const seeds = seed.enabled ? await readSeeds(directory, seed.sql_paths) : undefined;
  return {
    migrations: migrations?.migrations ?? [],
    seeds: seeds?.seeds ?? [],
    templates: await readTemplates(directory, config.auth.email),
    notifications: await readNotifications(directory, config.auth.email),
    signingKeys: await readSigningKeys(directory, config.auth.signing_keys_path),
    warnings: [...(migrations?.warnings ?? []), ...(seeds?.warnings ?? [])],
  };
}

// RFC 7518: `d` is the private part of an EC or RSA key.
const privateKeys = z
  .array(
    z.looseObject({
      kty: z.enum(["EC", "RSA"]),
      d: z.string(),
      alg: z.enum(["ES256", "RS256"]).exactOptional(),
    }),
  )
  .nonempty();

async function readSigningKeys(directory: string, path: string | undefined): Promise<JWK[]> {
  if (path === undefined) return [];
  const file = fromSupabaseFolder(path);
  const text = await readProjectFile(directory, file);
  if (text === undefined) {
    throw new ConfigError([
      `${configFile}: auth.signing_keys_path leads to ${file}, where there is no file.`,
    ]);
  }
  const keys = privateKeys.safeParse(parseJson(text));
  if (keys.success) return keys.data;
  throw new ConfigError([
    `${file} must hold a JSON list of private JSON Web Keys for ES256 or RS256 (auth.signing_keys_path names it).`,
  ]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
