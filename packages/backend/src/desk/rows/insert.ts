import { DatabaseError } from "../../database/errors.ts";
import type { Connection } from "../../database/port.ts";
import { identifier, join, sql } from "../../database/sql.ts";
import type { Structure } from "../catalog/structure.ts";
import { columnOf, primaryKeyOf } from "./cells.ts";
import { findMistake } from "./find-mistake.ts";
import { insertSql, type Values } from "./insert-sql.ts";
import { inSavepoint } from "./savepoint.ts";

/** The result of an insertion. */
export interface InsertionResult {
  readonly affected: number;
  /**
   * The keys of the rows, for undo. They are null if the table has no key, the role may not see the rows, or the keys
   * are too long.
   */
  readonly keys: readonly (readonly string[])[] | null;
}

/** PostgreSQL's limit is 65,535 parameters. */
const maxParameters = 30_000;

/** With longer keys, the request for undo would be too long. */
const maxKeysCharacters = 8_000_000;

/**
 * Inserts rows.
 *
 * @throws {DeskError} with the row and the column that PostgreSQL refuses
 */
export async function insertRows(
  connection: Connection,
  structure: Structure,
  rows: readonly Values[],
): Promise<InsertionResult> {
  for (const name of new Set(rows.flatMap((row) => Object.keys(row)))) columnOf(structure, name);
  const names = structure.columns
    .filter(({ name }) => rows.some((row) => Object.hasOwn(row, name)))
    .map(({ name }) => name);
  const batches = names.length === 0 ? rows.map((row) => [row]) : split(rows, names.length);
  let affected = 0;
  let keys: (readonly string[])[] | null = primaryKeyOf(structure).length > 0 ? [] : null;
  let keysCharacters = 0;
  for (const [at, batch] of batches.entries()) {
    const start = at * (batches[0]?.length ?? 1);
    const result = await insertBatch(connection, structure, names, batch, keys !== null).catch(
      (error: unknown) => findMistake({ connection, structure, names, batch, start, error }),
    );
    affected += result.affected;
    keysCharacters += result.keys?.reduce((sum, key) => sum + key.join().length, 0) ?? 0;
    keys =
      result.keys && keysCharacters <= maxKeysCharacters
        ? (keys?.concat(result.keys) ?? null)
        : null;
  }
  return { affected, keys };
}

function split(rows: readonly Values[], columns: number): (readonly Values[])[] {
  const size = Math.max(1, Math.floor(maxParameters / columns));
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );
}

/** Inserts rows with one statement, in a savepoint, so that the transaction can continue if PostgreSQL refuses them. */
async function insertBatch(
  connection: Connection,
  structure: Structure,
  names: readonly string[],
  batch: readonly Values[],
  wantsKeys: boolean,
): Promise<InsertionResult> {
  const insert = insertSql(structure, names, batch);
  if (wantsKeys) {
    const key = join(primaryKeyOf(structure).map(({ name }) => sql`${identifier(name)}::text`));
    try {
      const { rows, affected } = await inSavepoint(connection, () =>
        connection.query<{ readonly key: string[] }>(sql`${insert} returning array[${key}] as key`),
      );
      return { affected, keys: rows.map((row) => row.key) };
    } catch (error) {
      // RETURNING also requires that the role may see the rows, so try again without it. If the insertion itself was
      // refused, this fails as well.
      if (!(error instanceof DatabaseError && error.code === "42501")) throw error;
    }
  }
  const { affected } = await inSavepoint(connection, () => connection.query(insert));
  return { affected, keys: null };
}
