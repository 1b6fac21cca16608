import { classify } from "../database/migrations/classified.ts";
import { copyTarget, insertRows } from "../database/migrations/copy-data.ts";
import { explain } from "../database/migrations/explanation.ts";
import { type Connection, type Database, DatabaseError } from "../database/port.ts";
import { identifier, sql, trusted } from "../database/sql.ts";
import type { FileStatement } from "./psql-file.ts";
import { parseTap, type Tap } from "./tap.ts";

/** The result of a test file. */
export interface TestRun {
  readonly tap: Tap;
  /** The error of the refused statement, after which the file was aborted. */
  readonly error: string | undefined;
}

const start = `savepoint portico_test; set local search_path to "$user", public, extensions`;
const undo = "rollback to savepoint portico_test; release savepoint portico_test";

/**
 * Runs a test file from a savepoint, and rolls back to it. The file's own `begin` and `rollback` become a savepoint and
 * its rollback.
 *
 * @param hasOwnPgtap whether the project itself uses pgTAP, not only its tests
 */
export async function runTestFile(
  transaction: Connection,
  engine: Database["engine"],
  statements: readonly FileStatement[],
  hasOwnPgtap: boolean,
): Promise<TestRun> {
  await transaction.script(start);
  if (!hasOwnPgtap && createsOtherPgtap(statements)) {
    await transaction.script("drop extension pgtap");
  }
  const lines: string[] = [];
  const error = await runStatements(transaction, engine, statements, lines);
  await transaction.script(undo);
  await deallocate(transaction);
  return { tap: parseTap(lines), error };
}

/** Returns whether a file creates pgTAP in a way that would fail or have no effect, because pgTAP already exists. */
const createsOtherPgtap = (statements: readonly FileStatement[]) =>
  statements.some(
    ({ statement: { text } }) =>
      /^create\s+extension\b.*\bpgtap\b/is.test(text) &&
      !/\bif\s+not\s+exists\s+"?pgtap"?(\s+(with\s+)?schema\s+"?extensions"?)?\s*$/i.test(text),
  );

/** Runs statements up to the first refused one, and returns its error. */
async function runStatements(
  transaction: Connection,
  engine: Database["engine"],
  statements: readonly FileStatement[],
  lines: string[],
): Promise<string | undefined> {
  let isInBlock = false;
  for (const { file, statement } of statements) {
    try {
      const classified = await classify(statement, { engine });
      const { kind } = classified;
      if (kind === "begin" || kind === "commit" || kind === "rollback") {
        const opens = kind === "begin";
        if (isInBlock !== opens) await transaction.script(blocks[kind]);
        isInBlock = opens;
      } else if (kind === "copy") {
        const target = copyTarget(statement.text);
        if (target) await insertRows(transaction, target, statement.rows ?? []);
      } else lines.push(...(await output(transaction, classified.sent)));
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      return explain({ file, statement, error }, { engine });
    }
  }
  return undefined;
}

const blocks = {
  begin: "savepoint portico_block",
  commit: "release savepoint portico_block",
  rollback: "rollback to savepoint portico_block; release savepoint portico_block",
} as const;

/** Returns what psql would print: the texts in the rows. */
async function output(transaction: Connection, statement: string): Promise<string[]> {
  const { rows } = await transaction.query<Record<string, unknown>>(trusted(statement));
  return rows
    .flatMap((row) => Object.values(row))
    .filter((value) => typeof value === "string")
    .flatMap((value) => value.split("\n"));
}

/** Deallocates the statements that the file has prepared. A rollback does not, and the session continues. */
async function deallocate(transaction: Connection): Promise<void> {
  const { rows } = await transaction.query<{ name: string }>(
    sql`select name from pg_prepared_statements where from_sql`,
  );
  for (const { name } of rows) await transaction.query(sql`deallocate ${identifier(name)}`);
}
