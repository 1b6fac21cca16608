import { DatabaseError } from "../../database/errors.ts";
import type { Connection } from "../../database/port.ts";
import { sql, trusted } from "../../database/sql.ts";
import type { Structure } from "../catalog/structure.ts";
import { fromDatabaseError } from "../errors.ts";
import { columnOf } from "./cells.ts";
import { insertSql, type Values } from "./insert-sql.ts";
import { inSavepoint } from "./savepoint.ts";

interface RefusedBatch {
  readonly connection: Connection;
  readonly structure: Structure;
  readonly names: readonly string[];
  readonly batch: readonly Values[];
  /** The number of rows before the batch. */
  readonly start: number;
  readonly error: unknown;
}

/**
 * Finds the row that PostgreSQL refuses among rows that were inserted together, and the column with a value that is not
 * of the column's type. PostgreSQL's error contains neither.
 *
 * @throws {DeskError} always
 */
export async function findMistake({ error, start, ...refused }: RefusedBatch): Promise<never> {
  if (!(error instanceof DatabaseError) || !isAboutRow(error)) throw error;
  const { batch } = refused;
  const rowIndex = batch.length === 1 ? 0 : await firstRefused(refused);
  const row = batch[rowIndex] ?? {};
  const rowError = (await refusalOf(refused, [row])) ?? error;
  const column = rowError.column ?? (await columnOfMistake(refused, row));
  throw fromDatabaseError(rowError, { row: start + rowIndex, column });
}

/** Returns whether the error is about a row: the type of a value, a constraint, or a policy. */
const isAboutRow = ({ code }: DatabaseError) =>
  code.startsWith("22") || code.startsWith("23") || code === "42501" || code === "P0001";

/**
 * Returns the index of the first row that PostgreSQL refuses, by bisection. The rows before it are inserted with it,
 * because it may repeat one of their keys.
 */
async function firstRefused(refused: Omit<RefusedBatch, "error" | "start">): Promise<number> {
  let acceptedError = 0;
  let failing = refused.batch.length;
  while (failing - acceptedError > 1) {
    const middle = Math.floor((acceptedError + failing) / 2);
    if (await refusalOf(refused, refused.batch.slice(0, middle))) failing = middle;
    else acceptedError = middle;
  }
  return failing - 1;
}

/** Thrown to roll back rows that PostgreSQL accepts. */
const acceptedError = new Error("accepted");

async function refusalOf(
  { connection, structure, names }: Omit<RefusedBatch, "error" | "start">,
  rows: readonly Values[],
): Promise<DatabaseError | undefined> {
  try {
    await inSavepoint(connection, async () => {
      await connection.query(insertSql(structure, names, rows));
      throw acceptedError;
    });
  } catch (error) {
    if (error === acceptedError) return undefined;
    if (error instanceof DatabaseError) return error;
    throw error;
  }
  return undefined;
}

async function columnOfMistake(
  { connection, structure }: Pick<RefusedBatch, "connection" | "structure">,
  row: Values,
): Promise<string | undefined> {
  for (const [name, value] of Object.entries(row)) {
    if (value === null) continue;
    const { type } = columnOf(structure, name);
    try {
      // The type's name comes from the catalog, so it is trusted.
      await inSavepoint(connection, () =>
        connection.query(sql`select cast(${value}::text as ${trusted(type)})`),
      );
    } catch (error) {
      if (error instanceof DatabaseError && error.code.startsWith("22")) return name;
    }
  }
  return undefined;
}
