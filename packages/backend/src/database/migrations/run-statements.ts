import { DatabaseError } from "../errors.ts";
import type { Connection, Database, Transaction } from "../port.ts";
import { resetStatements } from "../sessions/session.ts";
import { type Sql, trusted } from "../sql.ts";
import type { ClassifiedStatement } from "./classify.ts";
import { insertRows, parseCopyTarget } from "./copy-data.ts";
import { describeRefusal, lineAt, locateRefusal, locationAt, type SqlFile } from "./explanation.ts";
import { findLocalSettings, readSettings, restoreSettings } from "./local-settings.ts";
import { MigrationError } from "./migration-error.ts";
import { StatementBatcher } from "./statement-batcher.ts";
import type { Statement } from "./statements.ts";
import { isTolerable, mayBeTolerable } from "./tolerance.ts";

/** The state of one attempt to apply a file. */
export interface Run {
  readonly database: Database;
  readonly file: SqlFile;
  readonly laterFiles: readonly SqlFile[];
  readonly notes: string[];
  /** Whether an earlier part of the file has already been committed. */
  isContinued: boolean;
  refusedStatement: ClassifiedStatement | undefined;
}

/** Runs statements in an open transaction, and commits it. */
export async function runInTransaction(
  transaction: Transaction,
  statements: readonly ClassifiedStatement[],
  run: Run,
  finalStatements: readonly Sql[] = [],
): Promise<void> {
  const connection = new StatementBatcher(transaction);
  // Set the search path, because a session that began before the database was prepared does not have the database's
  // default yet.
  connection.defer(trusted(`set local search_path to "$user", public, extensions`));
  let isInBlock = false;
  /** The settings before the block, which are restored when it ends. */
  let settingsBeforeBlock: readonly { name: string; value: string }[] = [];
  for (const group of groupStatements(statements)) {
    const [first] = group;
    if (!first) continue;
    if (first.kind === "copy") await copyRows(connection, first, run);
    else if (first.kind === "begin" || first.kind === "commit" || first.kind === "rollback") {
      const isBegin = first.kind === "begin";
      const changesBlock = isInBlock !== isBegin;
      if (changesBlock) connection.defer(...blockStatements[first.kind]);
      if (isBegin) {
        const names = findLocalSettings(blockFrom(statements, statements.indexOf(first)));
        settingsBeforeBlock = (await connection.query<Setting>(readSettings(names))).rows;
      } else if (changesBlock && first.kind === "commit")
        connection.defer(...restoreSettings(settingsBeforeBlock));
      isInBlock = isBegin;
    } else if (group.length === 1) await runOne(connection, first, run);
    else await runGroup(connection, group, run);
  }
  // Reset the session's settings, because the file may have changed them (`set search_path = ''`, as dumps do).
  connection.defer(...resetStatements, ...finalStatements);
  await connection.commit();
}

/** Returns the statements from a `begin` to the `commit` or `rollback` that ends its block. */
function blockFrom(
  statements: readonly ClassifiedStatement[],
  start: number,
): readonly ClassifiedStatement[] {
  const endsBlock = (kind: string) => kind === "commit" || kind === "rollback";
  const end = statements.findIndex(({ kind }, index) => index > start && endsBlock(kind));
  return statements.slice(start, end < 0 ? undefined : end);
}

/** Runs a single statement, either in a transaction or directly on the database. */
type Runner = Pick<Connection, "query" | "script">;

interface Setting {
  readonly name: string;
  readonly value: string;
}

const blockStatements = {
  begin: [trusted("savepoint portico_block")],
  commit: [trusted("release savepoint portico_block")],
  rollback: [
    trusted("rollback to savepoint portico_block"),
    trusted("release savepoint portico_block"),
  ],
} as const;

/**
 * The limits of a group that is sent together. Sending short statements together halves the time for files with
 * thousands of rows.
 */
const maxGroup = { statements: 50, characters: 64_000 };

function groupStatements(statements: readonly ClassifiedStatement[]): ClassifiedStatement[][] {
  const groups: ClassifiedStatement[][] = [];
  let characters = 0;
  for (const statement of statements) {
    const group = groups.at(-1);
    characters += statement.sqlText.length;
    if (
      group &&
      group[0]?.kind === "ordinary" &&
      statement.kind === "ordinary" &&
      group.length < maxGroup.statements &&
      characters < maxGroup.characters
    ) {
      group.push(statement);
    } else {
      groups.push([statement]);
      characters = statement.sqlText.length;
    }
  }
  return groups;
}

async function runGroup(
  connection: StatementBatcher,
  group: readonly ClassifiedStatement[],
  run: Run,
): Promise<void> {
  const script = group.map(({ sqlText }) => sqlText).join("\n;\n");
  connection.defer(trusted("savepoint portico_group"));
  try {
    await connection.script(script);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // Run the group's statements one by one to find the one that is refused.
    await connection.script("rollback to savepoint portico_group");
    for (const statement of group) await runOne(connection, statement, run);
  }
  connection.defer(trusted("release savepoint portico_group"));
}

export async function runOne(
  connection: Runner,
  statement: ClassifiedStatement,
  run: Run,
): Promise<void> {
  const { database, file, laterFiles, isContinued } = run;
  const isOptional = statement.kind === "ordinary" && mayBeTolerable(statement.text);
  try {
    if (isOptional) await connection.script("savepoint portico_optional");
    await connection.script(statement.sqlText);
    if (isOptional) await connection.script("release savepoint portico_optional");
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (isOptional && isTolerable(statement.text, error)) {
      await connection.script("rollback to portico_optional; release savepoint portico_optional");
      run.notes.push(
        `${file.path}:${lineAt(file.sql, statement.start)} was skipped, because it concerns an object that the platform manages itself: ${error.message}.`,
      );
      return;
    }
    run.refusedStatement = statement;
    const refusal = { file, statement, error };
    const explanation = describeRefusal(refusal, database, laterFiles);
    const consequence =
      "The statements before its last commit were applied, and the file is not recorded.";
    throw new MigrationError(isContinued ? `${explanation}\n${consequence}` : explanation, {
      cause: error,
      location: locateRefusal(refusal),
    });
  }
}

async function copyRows(
  connection: Runner,
  statement: ClassifiedStatement,
  run: Run,
): Promise<void> {
  const target = parseCopyTarget(statement.text);
  const { file, database, laterFiles } = run;
  if (!target) throw copyError(file, statement);
  try {
    await insertRows(connection, target, statement.rows ?? []);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // The error's position refers to the generated INSERT, not to the COPY.
    const withoutPosition = { ...error, message: error.message, position: undefined };
    const refusal = { file, statement, error: new DatabaseError(withoutPosition) };
    throw new MigrationError(describeRefusal(refusal, database, laterFiles), {
      cause: error,
      location: locateRefusal(refusal),
    });
  }
  run.notes.push(
    `${file.path}:${lineAt(file.sql, statement.start)}: COPY … FROM stdin is a command of psql, which supabase db reset and push refuse.`,
  );
}

function copyError(file: SqlFile, { start }: Statement): MigrationError {
  const location = locationAt(file, start);
  return new MigrationError(
    `${file.path}:${location.line}: COPY … FROM stdin is a command of psql. Dump the data with --inserts, or load the file with psql.`,
    { location },
  );
}
