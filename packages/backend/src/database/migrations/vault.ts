import { DatabaseError } from "../errors.ts";
import type { Database } from "../port.ts";
import { sql } from "../sql.ts";
import { withMigrationLock } from "../system.ts";
import { MigrationError } from "./migration-error.ts";

/** The secrets of `[db.vault]` by name. Secrets without a value are not changed. */
export type VaultSecrets = Readonly<Record<string, string | undefined>>;

/**
 * Creates the secrets in Vault, and updates those whose value differs. Does not delete secrets that are no longer
 * configured.
 *
 * Source: the Supabase CLI, `pkg/vault` (`UpsertVaultSecrets`).
 *
 * @throws {MigrationError} if the database refuses
 */
export async function writeVaultSecrets(database: Database, secrets: VaultSecrets): Promise<void> {
  const values = Object.entries(secrets).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  if (values.length === 0) return;
  try {
    const current = await readDecryptedSecrets(
      database,
      values.map(({ name }) => name),
    );
    const changed = values.filter(({ name, value }) => current.get(name) !== value);
    if (changed.length > 0) await upsert(database, changed);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new MigrationError(
      `The secrets of [db.vault] cannot be written to Vault: ${error.message}.`,
      { cause: error },
    );
  }
}

/** Returns the current values, or none if they cannot be decrypted, for example after a move to another server. */
async function readDecryptedSecrets(
  database: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const query = sql`
    select name, decrypted_secret as value from vault.decrypted_secrets where name = any(${names})`;
  const { rows } = await database
    .query<{ name: string; value: string }>(query)
    .catch((error: unknown) => {
      if (error instanceof DatabaseError) return { rows: [] };
      throw error;
    });
  return new Map(rows.map(({ name, value }) => [name, value]));
}

async function upsert(
  database: Database,
  values: readonly { readonly name: string; readonly value: string }[],
): Promise<void> {
  await withMigrationLock(database, async (connection) => {
    for (const { name, value } of values) {
      const { rows } = await connection.query(sql`
        select vault.update_secret(id, ${value}) from vault.secrets where name = ${name}`);
      if (rows.length === 0)
        await connection.query(sql`select vault.create_secret(${value}, ${name})`);
    }
  });
}
