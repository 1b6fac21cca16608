import { type Connection, DatabaseError } from "../../database/port.ts";
import { sql, trusted } from "../../database/sql.ts";
import type { Structure } from "../catalog/structure.ts";
import { fromDatabaseError } from "../errors.ts";
import { columnOf } from "./cells.ts";
import { insertSql, type Values } from "./insert-sql.ts";
import { attempt } from "./savepoint.ts";

interface Refused {
  readonly connection: Connection;
  readonly structure: Structure;
  readonly names: readonly string[];
  readonly batch: readonly Values[];
  /** The number of rows before those of the batch. */
  readonly start: number;
  readonly error: unknown;
}

/**
 * Finds the row that PostgreSQL refuses among rows that were inserted at once, and the column of a value that is not of
 * its type. PostgreSQL's error has neither.
 *
 * @throws {DeskError} always
 */
export async function findMistake({ error, start, ...refused }: Refused): Promise<never> {
  if (!(error instanceof DatabaseError) || !isAboutRow(error)) throw error;
  const { batch } = refused;
  const at = batch.length === 1 ? 0 : await firstRefused(refused);
  const row = batch[at] ?? {};
  const own = (await refusalOf(refused, [row])) ?? error;
  const column = own.column ?? (await columnOfMistake(refused, row));
  throw fromDatabaseError(own, { row: start + at, column });
}

/** Whether the error is about data: its type, a constraint, or a policy. */
const isAboutRow = ({ code }: DatabaseError) =>
  code.startsWith("22") || code.startsWith("23") || code === "42501" || code === "P0001";

/** Halves the rows until one is left. Rows before it are inserted with it: it may repeat one of their keys. */
async function firstRefused(refused: Omit<Refused, "error" | "start">): Promise<number> {
  let accepted = 0;
  let failing = refused.batch.length;
  while (failing - accepted > 1) {
    const middle = Math.floor((accepted + failing) / 2);
    if (await refusalOf(refused, refused.batch.slice(0, middle))) failing = middle;
    else accepted = middle;
  }
  return failing - 1;
}

/** Thrown to undo rows that PostgreSQL accepts. */
const accepted = new Error("accepted");

async function refusalOf(
  { connection, structure, names }: Omit<Refused, "error" | "start">,
  rows: readonly Values[],
): Promise<DatabaseError | undefined> {
  try {
    await attempt(connection, async () => {
      await connection.query(insertSql(structure, names, rows));
      throw accepted;
    });
  } catch (error) {
    if (error === accepted) return undefined;
    if (error instanceof DatabaseError) return error;
    throw error;
  }
  return undefined;
}

async function columnOfMistake(
  { connection, structure }: Pick<Refused, "connection" | "structure">,
  row: Values,
): Promise<string | undefined> {
  for (const [name, value] of Object.entries(row)) {
    if (value === null) continue;
    const { type } = columnOf(structure, name);
    try {
      // The catalog has written the type's name.
      await attempt(connection, () =>
        connection.query(sql`select cast(${value}::text as ${trusted(type)})`),
      );
    } catch (error) {
      if (error instanceof DatabaseError && error.code.startsWith("22")) return name;
    }
  }
  return undefined;
}
