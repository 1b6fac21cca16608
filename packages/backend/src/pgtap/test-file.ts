import { DatabaseError } from "../database/errors.ts";
import { classify } from "../database/migrations/classify.ts";
import { insertRows, parseCopyTarget } from "../database/migrations/copy-data.ts";
import { describeRefusal } from "../database/migrations/explanation.ts";
import type { Connection, Database } from "../database/port.ts";
import { identifier, join, sql, trusted } from "../database/sql.ts";
import type { FileStatement } from "./psql-file.ts";
import { parseTap, type Tap } from "./tap.ts";

/** The result of a test file. */
export interface TestRun {
  readonly tap: Tap;
  /** The error of the statement that failed and aborted the file. */
  readonly error: string | undefined;
}

const resetSearchPath = `set local search_path to "$user", public, extensions`;

/**
 * Runs a test file within a transaction, as psql would: later files see what it changes outside a block or commits. Its
 * `begin`, `commit` and `rollback` are replaced with statements for a savepoint.
 *
 * @param hasOwnPgtap whether the project itself uses pgTAP, not only its tests
 */
export async function runTestFile(
  transaction: Connection,
  engine: Database["engine"],
  statements: readonly FileStatement[],
  hasOwnPgtap: boolean,
): Promise<TestRun> {
  await transaction.script(resetSearchPath);
  if (!hasOwnPgtap) {
    // Restore pgTAP, because an earlier file may have dropped it, or created it in another schema.
    await transaction.script(
      createsOtherPgtap(statements)
        ? "drop extension if exists pgtap"
        : "create extension if not exists pgtap with schema extensions",
    );
  }
  const lines: string[] = [];
  const error = await runStatements(transaction, engine, statements, lines);
  await endSession(transaction);
  return { tap: parseTap(lines), error };
}

/** Returns whether a file creates pgTAP with a statement that would fail or have no effect if pgTAP already existed. */
const createsOtherPgtap = (statements: readonly FileStatement[]) =>
  statements.some(
    ({ statement: { text } }) =>
      /^create\s+extension\b.*\bpgtap\b/is.test(text) &&
      !/\bif\s+not\s+exists\s+"?pgtap"?(\s+(with\s+)?schema\s+"?extensions"?)?\s*$/i.test(text),
  );

/** Runs statements until one fails, and returns its error. */
async function runStatements(
  transaction: Connection,
  engine: Database["engine"],
  statements: readonly FileStatement[],
  lines: string[],
): Promise<string | undefined> {
  let isInBlock = false;
  const undoSavepoint = (savepoint: string) =>
    transaction.script(`rollback to savepoint ${savepoint}; release savepoint ${savepoint}`);
  for (const { file, statement } of statements) {
    try {
      const classified = await classify(statement, { engine });
      const { kind } = classified;
      if (kind === "begin" || kind === "commit" || kind === "rollback") {
        const isBegin = kind === "begin";
        if (isInBlock !== isBegin) await transaction.script(blocks[kind]);
        isInBlock = isBegin;
        continue;
      }
      if (!isInBlock) await transaction.script("savepoint portico_statement");
      if (kind === "copy") {
        const target = parseCopyTarget(statement.text);
        if (target) await insertRows(transaction, target, statement.rows ?? []);
      } else lines.push(...(await readOutput(transaction, classified.sqlText)));
      if (!isInBlock) await transaction.script("release savepoint portico_statement");
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      await undoSavepoint(isInBlock ? "portico_block" : "portico_statement");
      return describeRefusal({ file, statement, error }, { engine });
    }
  }
  if (isInBlock) await undoSavepoint("portico_block");
  return undefined;
}

const blocks = {
  begin: "savepoint portico_block",
  commit: "release savepoint portico_block",
  rollback: "rollback to savepoint portico_block; release savepoint portico_block",
} as const;

/** Runs a statement and returns the texts in its rows, which psql would print. */
async function readOutput(transaction: Connection, statement: string): Promise<string[]> {
  const { rows } = await transaction.query<Record<string, unknown>>(trusted(statement));
  return rows
    .flatMap((row) => Object.values(row))
    .filter((value) => typeof value === "string")
    .flatMap((value) => value.split("\n"));
}

/** Resets the session's settings, and drops its prepared statements and temporary objects. */
async function endSession(transaction: Connection): Promise<void> {
  await transaction.query(sql`
    select set_config('role', 'none', true), ${join(
      callerSettings.map((name) => sql`set_config(${name}, '', true)`),
    )}`);
  const { rows: preparedStatements } = await transaction.query<{ name: string }>(
    sql`select name from pg_prepared_statements where from_sql`,
  );
  for (const { name } of preparedStatements)
    await transaction.query(sql`deallocate ${identifier(name)}`);
  // Keep the sequences that count the evaluation of policies, because later files advance them too.
  const { rows: drops } = await transaction.query<{ statement: string }>(sql`
    select format('drop %s if exists pg_temp.%I cascade',
      case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, relname) as statement
    from pg_class where relnamespace = pg_my_temp_schema() and relkind in ('r', 'p', 'v', 'S')
      and not starts_with(relname, 'portico_policy_')`);
  for (const { statement } of drops) await transaction.query(trusted(statement));
}

/** The settings that tests use to choose the caller of a request. */
const callerSettings = [
  "request.jwt.claims",
  "request.jwt.claim.sub",
  "request.jwt.claim.role",
  "request.headers",
  "request.method",
  "request.path",
];
