import { classify } from "../database/migrations/classify.ts";
import { insertRows, parseCopyTarget } from "../database/migrations/copy-data.ts";
import { explain } from "../database/migrations/explanation.ts";
import { type Connection, type Database, DatabaseError } from "../database/port.ts";
import { identifier, join, sql, trusted } from "../database/sql.ts";
import type { FileStatement } from "./psql-file.ts";
import { parseTap, type Tap } from "./tap.ts";

/** The result of a test file. */
export interface TestRun {
  readonly tap: Tap;
  /** The error of the refused statement, after which the file was aborted. */
  readonly error: string | undefined;
}

const start = `set local search_path to "$user", public, extensions`;

/**
 * Runs a test file within a transaction, as psql would: what it changes outside of a block, or commits, is there for the
 * files that follow. Its `begin`, `commit` and `rollback` become those of a savepoint.
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
  if (!hasOwnPgtap) {
    // An earlier file may have dropped pgTAP, or have created it in another schema.
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
  const undo = (savepoint: string) =>
    transaction.script(`rollback to savepoint ${savepoint}; release savepoint ${savepoint}`);
  for (const { file, statement } of statements) {
    try {
      const classified = await classify(statement, { engine });
      const { kind } = classified;
      if (kind === "begin" || kind === "commit" || kind === "rollback") {
        const opens = kind === "begin";
        if (isInBlock !== opens) await transaction.script(blocks[kind]);
        isInBlock = opens;
        continue;
      }
      if (!isInBlock) await transaction.script("savepoint portico_statement");
      if (kind === "copy") {
        const target = parseCopyTarget(statement.text);
        if (target) await insertRows(transaction, target, statement.rows ?? []);
      } else lines.push(...(await output(transaction, classified.sqlText)));
      if (!isInBlock) await transaction.script("release savepoint portico_statement");
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      await undo(isInBlock ? "portico_block" : "portico_statement");
      return explain({ file, statement, error }, { engine });
    }
  }
  if (isInBlock) await undo("portico_block");
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

/** Ends what belongs to a session of psql: settings, prepared statements, and temporary objects. */
async function endSession(transaction: Connection): Promise<void> {
  await transaction.query(sql`
    select set_config('role', 'none', true), ${join(
      callerSettings.map((name) => sql`set_config(${name}, '', true)`),
    )}`);
  const { rows: prepared } = await transaction.query<{ name: string }>(
    sql`select name from pg_prepared_statements where from_sql`,
  );
  for (const { name } of prepared) await transaction.query(sql`deallocate ${identifier(name)}`);
  // The sequences that count the evaluation of policies stay until the last file.
  const { rows: temporary } = await transaction.query<{ statement: string }>(sql`
    select format('drop %s if exists pg_temp.%I cascade',
      case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, relname) as statement
    from pg_class where relnamespace = pg_my_temp_schema() and relkind in ('r', 'p', 'v', 'S')
      and not starts_with(relname, 'portico_policy_')`);
  for (const { statement } of temporary) await transaction.query(trusted(statement));
}

/** The settings by which tests name the caller of a request. */
const callerSettings = [
  ...["request.jwt.claims", "request.jwt.claim.sub", "request.jwt.claim.role"],
  ...["request.headers", "request.method", "request.path"],
];
