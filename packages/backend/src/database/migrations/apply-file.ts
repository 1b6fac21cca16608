import { DatabaseError } from "../errors.ts";
import type { Connection, Database } from "../port.ts";
import type { Sql } from "../sql.ts";
import { migrationLockStatements } from "../system.ts";
import { type ClassifiedStatement, classify } from "./classify.ts";
import type { SqlFile } from "./explanation.ts";
import { MigrationError } from "./migration-error.ts";
import { type Run, runInTransaction, runOne } from "./run-statements.ts";
import { splitStatements } from "./statements.ts";

/** A file that is applied once, and its record. */
export interface RecordedFile extends SqlFile {
  /** A query that returns a row if the file is recorded. */
  readonly findRecord: Sql;
  /** Returns the statement that records the file. */
  insertRecord(statements: readonly string[]): Sql;
}

/**
 * Applies a file unless it is already recorded. All its statements and the record run in one transaction, in which the
 * file's own `begin` and `commit` become a savepoint and its release. There are two exceptions: statements that
 * PostgreSQL refuses in a transaction run outside of it, and if a later statement needs an earlier `commit`, the file
 * continues in another transaction. The record is always written last.
 *
 * @param laterFiles the files that are applied after this one
 * @param note called with a message for each statement that is not run as written
 * @returns false if the file was already recorded
 * @throws {MigrationError}
 */
export async function applyFile(
  database: Database,
  file: RecordedFile,
  laterFiles: readonly SqlFile[],
  note: (message: string) => void = () => {},
): Promise<boolean> {
  let statements = await Promise.all(
    splitStatements(file.sql).map((statement) => classify(statement, database)),
  );
  let splitsAtCommit = false;
  for (;;) {
    const notes: string[] = [];
    const run: Run = {
      database,
      file,
      laterFiles,
      notes,
      isContinued: false,
      refusedStatement: undefined,
    };
    try {
      const isNew = await runParts(run, file, splitIntoParts(statements, { splitsAtCommit }));
      for (const message of notes) note(message);
      return isNew;
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : undefined;
      if (!(cause instanceof DatabaseError) || run.isContinued) throw error;
      const { refusedStatement } = run;
      if (
        !splitsAtCommit &&
        commitNeededCodes.includes(cause.code) &&
        statements.some(({ kind }) => kind === "commit")
      ) {
        splitsAtCommit = true;
      } else if (cause.code === activeTransactionCode && refusedStatement?.kind === "ordinary") {
        // CLUSTER and REINDEX of a partitioned table cannot run in a transaction, and the text does not show whether
        // the table is partitioned.
        statements = statements.map((statement) =>
          statement === refusedStatement || /^(cluster|reindex)\b/i.test(statement.text)
            ? { ...statement, kind: "non-transactional" }
            : statement,
        );
      } else throw error;
    }
  }
}

/** PostgreSQL's `active_sql_transaction`: the statement refuses to run in a transaction. */
export const activeTransactionCode = "25001";

/**
 * The codes of errors that a commit resolves: new enum values, and tables with pending triggers, can only be used after
 * one.
 */
export const commitNeededCodes: readonly string[] = ["55P04", "55006"];

/** Statements that run in one transaction, or one statement that runs outside of a transaction. */
interface Part {
  readonly statements: readonly ClassifiedStatement[];
  readonly isNonTransactional: boolean;
}

function splitIntoParts(
  statements: readonly ClassifiedStatement[],
  { splitsAtCommit }: { readonly splitsAtCommit: boolean },
): Part[] {
  const parts: Part[] = [];
  let current: ClassifiedStatement[] = [];
  const finishPart = () => {
    if (current.length > 0) parts.push({ statements: current, isNonTransactional: false });
    current = [];
  };
  for (const statement of statements) {
    if (statement.kind === "non-transactional") {
      finishPart();
      parts.push({ statements: [statement], isNonTransactional: true });
      continue;
    }
    current.push(statement);
    if (splitsAtCommit && statement.kind === "commit") finishPart();
  }
  finishPart();
  return parts;
}

async function runParts(run: Run, file: RecordedFile, parts: readonly Part[]): Promise<boolean> {
  const { database } = run;
  const recordStatement = file.insertRecord(
    parts.flatMap((part) => part.statements.map(({ text }) => text)),
  );
  const isSingleTransaction = parts.length <= 1 && !parts[0]?.isNonTransactional;
  let isNew = true;
  if (isSingleTransaction) {
    await database
      .transaction(async (connection) => {
        const results = await connection.batch([...migrationLockStatements, file.findRecord]);
        isNew = results.at(-1)?.rows.length === 0;
        if (isNew)
          await runInTransaction(connection, parts[0]?.statements ?? [], run, [recordStatement]);
      })
      .catch((error: unknown) => {
        throw error instanceof DatabaseError ? commitError(file, error) : error;
      });
    return isNew;
  }
  if (!(await isUnrecorded(database, file))) return false;
  for (const { statements, isNonTransactional } of parts) {
    const [first] = statements;
    if (isNonTransactional && first) await runOne(database, first, run);
    else
      await database.transaction(async (connection) => {
        await connection.batch(migrationLockStatements);
        await runInTransaction(connection, statements, run);
      });
    run.isContinued = true;
  }
  await database.query(recordStatement);
  return true;
}

async function isUnrecorded(connection: Connection, file: RecordedFile): Promise<boolean> {
  return (await connection.query(file.findRecord)).rows.length === 0;
}

/** Returns the error for a constraint that failed when it was checked at the end of the transaction. */
function commitError({ path }: SqlFile, error: DatabaseError): MigrationError {
  const detail = error.detail ? ` ${error.detail}` : "";
  return new MigrationError(`${path}: ${error.message} (${error.code}).${detail}`, {
    cause: error,
  });
}
