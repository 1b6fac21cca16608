import { type Connection, type Database, DatabaseError, type Transaction } from "../port.ts";
import { resetStatements } from "../sessions/session.ts";
import { type Sql, trusted } from "../sql.ts";
import { migrationLockStatements } from "../system.ts";
import { type ClassifiedStatement, classify } from "./classify.ts";
import { insertRows, parseCopyTarget } from "./copy-data.ts";
import { explain, type File, type Location, lineAt, locate, locationAt } from "./explanation.ts";
import { localSettings, readSettings, restoreSettings } from "./local-settings.ts";
import { type Statement, splitStatements } from "./statements.ts";
import { isTolerable, mayBeTolerable } from "./tolerance.ts";

/**
 * A migration or seed that PostgreSQL refuses.
 *
 * @example
 * ```ts
 * import { MigrationError } from "@portico/backend";
 *
 * export function report(error: unknown): void {
 *   if (error instanceof MigrationError) console.error(`The migration was undone. ${error.message}`);
 * }
 * ```
 */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
  /** Where in the file the error is, if that is known. */
  readonly location: Location | undefined;

  constructor(
    message: string,
    { location, ...options }: ErrorOptions & { readonly location?: Location } = {},
  ) {
    super(message, options);
    this.location = location;
  }
}

/** A file that is applied once, and its record. */
export interface RecordedFile extends File {
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
 * @param laterFiles the files that are applied after it
 * @param note called with a message for each statement that is not run as written
 * @returns false if the file was already recorded
 * @throws {MigrationError}
 */
export async function applyFile(
  database: Database,
  file: RecordedFile,
  laterFiles: readonly File[],
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
      const isNew = await runParts(run, splitIntoParts(statements, { splitsAtCommit }));
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

/** New enum values, and tables with pending triggers, can only be used after a commit. */
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

interface Run {
  readonly database: Database;
  readonly file: RecordedFile;
  readonly laterFiles: readonly File[];
  readonly notes: string[];
  /** Whether an earlier part of the file has already been committed. */
  isContinued: boolean;
  refusedStatement: ClassifiedStatement | undefined;
}

async function runParts(run: Run, parts: readonly Part[]): Promise<boolean> {
  const { database, file } = run;
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

/** Runs statements in an open transaction, and commits it. */
async function runInTransaction(
  transaction: Transaction,
  statements: readonly ClassifiedStatement[],
  run: Run,
  finalStatements: readonly Sql[] = [],
): Promise<void> {
  const connection = new StatementBatcher(transaction);
  // The database has this setting, but a session that began before it was prepared does not.
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
        const names = localSettings(blockFrom(statements, statements.indexOf(first)));
        settingsBeforeBlock = (await connection.query<Setting>(readSettings(names))).rows;
      } else if (changesBlock && first.kind === "commit")
        connection.defer(...restoreSettings(settingsBeforeBlock));
      isInBlock = isBegin;
    } else if (group.length === 1) await runOne(connection, first, run);
    else await runGroup(connection, group, run);
  }
  // The file may have changed the session's settings (`set search_path = ''`, as dumps do).
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

/**
 * Sends statements without results together with the next statements. A folder may have a thousand files, and a round
 * trip takes as long as a short statement.
 */
class StatementBatcher {
  readonly #transaction: Transaction;
  readonly #deferred: Sql[] = [];

  constructor(transaction: Transaction) {
    this.#transaction = transaction;
  }

  defer(...statements: readonly Sql[]): void {
    this.#deferred.push(...statements);
  }

  async query<Row>(statement: Sql) {
    await this.#send();
    return this.#transaction.query<Row>(statement);
  }

  async script(text: string): Promise<void> {
    await this.#send();
    await this.#transaction.script(text);
  }

  async commit(): Promise<void> {
    await this.#transaction.commitWith(this.#deferred.splice(0));
  }

  async #send(): Promise<void> {
    const statements = this.#deferred.splice(0);
    if (statements.length > 0) await this.#transaction.batch(statements);
  }
}

/** Runs a single statement: a transaction, or the database itself for a statement outside of one. */
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

/** Sending short statements together halves the time for files with thousands of rows. */
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
  const script = group.map(({ sqlText: sent }) => sent).join("\n;\n");
  connection.defer(trusted("savepoint portico_group"));
  try {
    await connection.script(script);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // Run them one by one to find the statement that is refused.
    await connection.script("rollback to savepoint portico_group");
    for (const statement of group) await runOne(connection, statement, run);
  }
  connection.defer(trusted("release savepoint portico_group"));
}

async function runOne(connection: Runner, statement: ClassifiedStatement, run: Run): Promise<void> {
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
    const explanation = explain(refusal, database, laterFiles);
    const consequence =
      "The statements before its last commit were applied, and the file is not recorded.";
    throw new MigrationError(isContinued ? `${explanation}\n${consequence}` : explanation, {
      cause: error,
      location: locate(refusal),
    });
  }
}

/** Returns the error for a constraint that is checked at the end of the transaction. */
function commitError({ path }: File, error: DatabaseError): MigrationError {
  const detail = error.detail ? ` ${error.detail}` : "";
  return new MigrationError(`${path}: ${error.message} (${error.code}).${detail}`, {
    cause: error,
  });
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
    throw new MigrationError(explain(refusal, database, laterFiles), {
      cause: error,
      location: locate(refusal),
    });
  }
  run.notes.push(
    `${file.path}:${lineAt(file.sql, statement.start)}: COPY … FROM stdin is a command of psql, which supabase db reset and push refuse.`,
  );
}

function copyError(file: File, { start }: Statement): MigrationError {
  const location = locationAt(file, start);
  return new MigrationError(
    `${file.path}:${location.line}: COPY … FROM stdin is a command of psql. Dump the data with --inserts, or load the file with psql.`,
    { location },
  );
}
