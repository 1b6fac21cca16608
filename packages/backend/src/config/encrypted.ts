import { isTable, type Path, type Table } from "./document.ts";
import { decryptEcies } from "./ecies.ts";
import type { Reference } from "./environment/environment.ts";
import type { Environment } from "./environment/variable-types.ts";
import { schemaAt } from "./known-keys.ts";
import { configSchema } from "./sections/schema.ts";
import { isSecret } from "./sections/setting.ts";

const prefix = "encrypted:";
const keyName = "DOTENV_PRIVATE_KEY";

/** The encrypted values that could not be decrypted. They are removed from the document. */
export interface DecryptionFailures {
  /** Values that cannot be decrypted because the environment contains no key. */
  readonly unset: readonly Reference[];
  /** Values that none of the environment's keys can decrypt. */
  readonly undecryptable: readonly Path[];
}

/**
 * Decrypts the secrets that begin with `encrypted:`, using the keys in `DOTENV_PRIVATE_KEY` and `DOTENV_PRIVATE_KEY_*`.
 * Changes the document.
 *
 * Source: the Supabase CLI, `pkg/config/secret.go`.
 */
export function decryptSecrets(document: Table, env: Environment): DecryptionFailures {
  const encryptedValues = findEncryptedValues(document, []);
  if (encryptedValues.length === 0) return { unset: [], undecryptable: [] };
  const keys = Object.entries(env)
    .filter(([name]) => name === keyName || name.startsWith(`${keyName}_`))
    .flatMap(([, value]) => (value ?? "").split(","))
    .map((key) => key.trim())
    .filter((key) => key !== "");
  const undecryptable: Path[] = [];
  for (const { table, key, value, path } of encryptedValues) {
    const message = Buffer.from(value.slice(prefix.length), "base64");
    const plaintext = keys
      .map((privateKey) => decryptEcies(message, privateKey))
      .find((text) => text !== undefined);
    if (plaintext !== undefined) table[key] = plaintext;
    else delete table[key];
    if (plaintext === undefined) undecryptable.push(path);
  }
  return keys.length > 0
    ? { unset: [], undecryptable }
    : { unset: undecryptable.map((path) => ({ path, variable: keyName })), undecryptable: [] };
}

interface EncryptedValue {
  readonly table: Table;
  readonly key: string;
  readonly value: string;
  readonly path: Path;
}

function findEncryptedValues(table: Table, path: Path): EncryptedValue[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const innerPath = [...path, key];
    if (isTable(value)) return findEncryptedValues(value, innerPath);
    if (typeof value !== "string" || !value.startsWith(prefix)) return [];
    return isSecret(schemaAt(configSchema, innerPath))
      ? [{ table, key, value, path: innerPath }]
      : [];
  });
}
