import { type Connection, type Database, DatabaseError } from "../port.ts";
import { restoration } from "../sessions/session.ts";
import type { Sql } from "../sql.ts";
import { onceAtATime } from "../system.ts";
import { explain, type File, lineAt } from "./explanation.ts";
import { adaptExtension } from "./extension-statements.ts";
import { type Statement, statementsOf } from "./statements.ts";

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
}

/** A file that is applied once, and its record. */
export interface RecordedFile extends File {
  /** Finds a row where the file is recorded. */
  readonly isRecorded: Sql;
  /** Records it, with its statements. */
  record(statements: readonly string[]): Sql;
}

/**
 * Applies a file, unless it is recorded. All its statements and the record are one transaction: `begin` and
 * `commit` inside it are a savepoint and its release. Only statements that PostgreSQL refuses in a transaction
 * run outside of it, and only what follows a `commit` that it needs comes in another one; the record is made
 * after all of them.
 *
 * @param later the files that are applied after it
 * @returns false when it was recorded
 * @throws {MigrationError}
 */
export async function applyFile(
  database: Database,
  file: RecordedFile,
  later: readonly File[],
): Promise<boolean> {
  const statements = await Promise.all(
    statementsOf(file.sql).map((statement) => adapted(statement, database)),
  );
  const run = (parts: readonly Part[]) => runParts(database, file, parts, later);
  try {
    return await run(partsOf(statements, { splitsAtCommit: false }));
  } catch (error) {
    const cause = error instanceof MigrationError ? error.cause : undefined;
    const needsCommit =
      cause instanceof DatabaseError &&
      commitsNeeded.includes(cause.code) &&
      statements.some(({ kind }) => kind === "commit");
    if (!needsCommit) throw error;
    return run(partsOf(statements, { splitsAtCommit: true }));
  }
}

/** New values of an enumeration, and tables with pending triggers, are usable after a commit alone. */
const commitsNeeded: readonly string[] = ["55P04", "55006"];

interface Classified extends Statement {
  /** The text that is sent to PostgreSQL. */
  readonly sent: string;
  readonly kind: "begin" | "commit" | "rollback" | "savepoint" | "outside" | "copy" | "ordinary";
}

const kinds: readonly (readonly [Classified["kind"], RegExp])[] = [
  ["begin", /^(begin|start\s+transaction)\b/i],
  ["rollback", /^(rollback|abort)\b(?!.*\b(to|prepared)\b)/is],
  ["commit", /^(commit|end)\b(?!\s+prepared)/i],
  [
    "outside",
    /^((create(\s+unique)?\s+index|drop\s+index|reindex\s.*?)\s+concurrently|vacuum|(create|drop)\s+(database|tablespace)|alter\s+system)\b/is,
  ],
  ["savepoint", /^(savepoint|release|rollback)\b/i],
  ["copy", /^copy\b.*\bfrom\s+stdin\b/is],
];

async function adapted(statement: Statement, { engine }: Database): Promise<Classified> {
  const { text } = statement;
  if (/^(create|drop|alter|comment\s+on)\s+extension\b/i.test(text)) {
    return { ...statement, kind: "ordinary", sent: await adaptExtension(text, { engine }) };
  }
  const kind = kinds.find(([, shape]) => shape.test(text))?.[0] ?? "ordinary";
  // The embedded database has one session, which no index can be made beside.
  if (kind === "outside" && engine === "pglite" && /\sconcurrently\b/i.test(text)) {
    return { ...statement, kind: "ordinary", sent: text.replace(/\sconcurrently\b/i, "") };
  }
  return { ...statement, kind, sent: text };
}

/** Statements that run in one transaction, or one statement that runs outside of it. */
interface Part {
  readonly statements: readonly Classified[];
  readonly isOutside: boolean;
}

function partsOf(
  statements: readonly Classified[],
  { splitsAtCommit }: { readonly splitsAtCommit: boolean },
): Part[] {
  const parts: Part[] = [];
  let open: Classified[] = [];
  const close = () => {
    if (open.length > 0) parts.push({ statements: open, isOutside: false });
    open = [];
  };
  for (const statement of statements) {
    if (statement.kind === "outside") {
      close();
      parts.push({ statements: [statement], isOutside: true });
      continue;
    }
    open.push(statement);
    if (splitsAtCommit && statement.kind === "commit") close();
  }
  close();
  return parts;
}

interface Run {
  readonly database: Database;
  readonly file: RecordedFile;
  readonly later: readonly File[];
  /** True when an earlier part of the file is kept whatever happens now. */
  isContinued: boolean;
}

async function runParts(
  database: Database,
  file: RecordedFile,
  parts: readonly Part[],
  later: readonly File[],
): Promise<boolean> {
  const run: Run = { database, file, later, isContinued: false };
  const record = file.record(parts.flatMap((part) => part.statements.map(({ text }) => text)));
  const isWhole = parts.length <= 1 && !parts[0]?.isOutside;
  let isNew = true;
  if (isWhole) {
    await onceAtATime(database, async (connection) => {
      isNew = await lacks(connection, file);
      if (!isNew) return;
      await runAll(connection, parts[0]?.statements ?? [], run);
      await connection.query(record);
    }).catch((error: unknown) => {
      throw error instanceof DatabaseError ? refuseAtCommit(file, error) : error;
    });
    return isNew;
  }
  if (!(await lacks(database, file))) return false;
  for (const { statements, isOutside } of parts) {
    const [first] = statements;
    if (isOutside && first) await runOne(database, first, run);
    else await onceAtATime(database, (connection) => runAll(connection, statements, run));
    run.isContinued = true;
  }
  await database.query(record);
  return true;
}

async function lacks(connection: Connection, file: RecordedFile): Promise<boolean> {
  return (await connection.query(file.isRecorded)).rows.length === 0;
}

/** Runs statements in an open transaction. */
async function runAll(
  connection: Connection,
  statements: readonly Classified[],
  run: Run,
): Promise<void> {
  // The database has this setting, but a session that began before it was prepared does not.
  await connection.script(`set local search_path to "$user", public, extensions`);
  let isInBlock = false;
  for (const group of groupsOf(statements)) {
    const [first] = group;
    if (!first) continue;
    if (first.kind === "copy") throw refuseCopy(run.file, first);
    if (first.kind === "begin" || first.kind === "commit" || first.kind === "rollback") {
      const opens = first.kind === "begin";
      const changes = isInBlock !== opens;
      if (changes) await connection.script(blocks[first.kind]);
      isInBlock = opens;
    } else if (group.length === 1) await runOne(connection, first, run);
    else await runTogether(connection, group, run);
  }
  // A file may change the session (`set search_path = ''`, as dumps do).
  await connection.batch(restoration);
}

const blocks = {
  begin: "savepoint portico_block",
  commit: "release savepoint portico_block",
  rollback: "rollback to savepoint portico_block; release savepoint portico_block",
} as const;

/** Statements are sent together while they are short: files with thousands of rows take half as long. */
const mostTogether = { statements: 50, characters: 64_000 };

function groupsOf(statements: readonly Classified[]): Classified[][] {
  const groups: Classified[][] = [];
  let characters = 0;
  for (const statement of statements) {
    const group = groups.at(-1);
    characters += statement.sent.length;
    if (
      group &&
      group[0]?.kind === "ordinary" &&
      statement.kind === "ordinary" &&
      group.length < mostTogether.statements &&
      characters < mostTogether.characters
    ) {
      group.push(statement);
    } else {
      groups.push([statement]);
      characters = statement.sent.length;
    }
  }
  return groups;
}

async function runTogether(
  connection: Connection,
  group: readonly Classified[],
  run: Run,
): Promise<void> {
  const script = group.map(({ sent }) => sent).join("\n;\n");
  await connection.script("savepoint portico_group");
  try {
    await connection.script(script);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // One after the other, to know which of them is refused.
    await connection.script("rollback to savepoint portico_group");
    for (const statement of group) await runOne(connection, statement, run);
  }
  await connection.script("release savepoint portico_group");
}

async function runOne(
  connection: Connection,
  statement: Classified,
  { database, file, later, isContinued }: Run,
): Promise<void> {
  try {
    await connection.script(statement.sent);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const told = explain({ file, statement, error }, database, later);
    const kept = "What comes before its last commit is kept, and the file is not recorded.";
    throw new MigrationError(isContinued ? `${told}\n${kept}` : told, { cause: error });
  }
}

/** A constraint that is checked at the end of the transaction. */
function refuseAtCommit({ path }: File, error: DatabaseError): MigrationError {
  const detail = error.detail ? ` ${error.detail}` : "";
  return new MigrationError(`${path}: ${error.message} (${error.code}).${detail}`, {
    cause: error,
  });
}

function refuseCopy(file: File, { start }: Statement): MigrationError {
  const line = lineAt(file.sql, start);
  return new MigrationError(
    `${file.path}:${line}: COPY … FROM stdin is a command of psql. Dump the data with --inserts, or load the file with psql.`,
  );
}
