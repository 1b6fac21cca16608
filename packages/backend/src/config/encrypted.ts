import { isTable, type Path, type Table } from "./document.ts";
import { decryptEcies } from "./ecies.ts";
import type { Reference } from "./environment/environment.ts";
import type { Environment } from "./environment/variable.ts";
import { schemaAt } from "./known-keys.ts";
import { configSchema } from "./sections/schema.ts";
import { isSecret } from "./sections/setting.ts";

const prefix = "encrypted:";
const keyName = "DOTENV_PRIVATE_KEY";

/** The encrypted values that could not be decrypted. They are removed from the document. */
export interface Undecrypted {
  /** Values that cannot be decrypted because the environment contains no key. */
  readonly unset: readonly Reference[];
  /** Values that none of the environment's keys can decrypt. */
  readonly refused: readonly Path[];
}

/**
 * Decrypts the secrets that begin with `encrypted:`, using the keys in `DOTENV_PRIVATE_KEY` and `DOTENV_PRIVATE_KEY_*`.
 * Changes the document.
 *
 * Source: the Supabase CLI, `pkg/config/secret.go`.
 */
export function decryptSecrets(document: Table, env: Environment): Undecrypted {
  const found = encryptedIn(document, []);
  if (found.length === 0) return { unset: [], refused: [] };
  const keys = Object.entries(env)
    .filter(([name]) => name === keyName || name.startsWith(`${keyName}_`))
    .flatMap(([, value]) => (value ?? "").split(","))
    .map((key) => key.trim())
    .filter((key) => key !== "");
  const refused: Path[] = [];
  for (const { table, key, value, path } of found) {
    const message = Buffer.from(value.slice(prefix.length), "base64");
    const plain = keys
      .map((item) => decryptEcies(message, item))
      .find((text) => text !== undefined);
    if (plain !== undefined) table[key] = plain;
    else delete table[key];
    if (plain === undefined) refused.push(path);
  }
  return keys.length > 0
    ? { unset: [], refused }
    : { unset: refused.map((path) => ({ path, variable: keyName })), refused: [] };
}

interface EncryptedValue {
  readonly table: Table;
  readonly key: string;
  readonly value: string;
  readonly path: Path;
}

function encryptedIn(table: Table, path: Path): EncryptedValue[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const inner = [...path, key];
    if (isTable(value)) return encryptedIn(value, inner);
    if (typeof value !== "string" || !value.startsWith(prefix)) return [];
    return isSecret(schemaAt(configSchema, inner)) ? [{ table, key, value, path: inner }] : [];
  });
}
