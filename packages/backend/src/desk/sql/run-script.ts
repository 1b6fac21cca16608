import { DatabaseError } from "../../database/errors.ts";
import type { ClassifiedStatement } from "../../database/migrations/classify.ts";
import type { LongTexts, Rows, Transaction } from "../../database/port.ts";
import { asTable, sql, trusted } from "../../database/sql.ts";
import { inTransactionAs, type RunAs } from "../caller.ts";
import type { DataContext } from "../context.ts";
import { fromDatabaseError, invalidRequest, resultTooLarge } from "../errors.ts";
import { cellLimit } from "../rows/cells.ts";
import { readStatements } from "./read-statements.ts";

/** A script of the developer, and how to run it. */
export interface Script {
  readonly text: string;
  readonly as: RunAs;
  /** The maximum number of rows to return per result. */
  readonly mostRows: number;
  /** Whether to roll everything back at the end. */
  readonly isDryRun: boolean;
}

/** The result of one statement. */
export interface StatementResult {
  /** PostgreSQL's command tag, such as `SELECT` or `INSERT`. It is empty if `rows` does not contain all rows. */
  readonly command: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly affected: number;
  readonly hasMore: boolean;
  /** Whether any value is truncated. */
  readonly isCut: boolean;
  readonly durationMs: number;
}

type TextRow = readonly (string | Uint8Array | null)[];

interface RawResult extends Omit<StatementResult, "columns"> {
  readonly columns: readonly { readonly name: string; readonly typeOid: number }[];
}

/** The maximum size of the long texts that one script reads into memory. */
const maxTextsBytes = 32 * 1024 * 1024;

/**
 * Runs the statements of a script in one transaction with a role.
 *
 * @throws {DeskError} with the statement and the position of PostgreSQL's error, after a rollback
 */
export async function runScript(
  context: DataContext,
  { text, as, mostRows, isDryRun }: Script,
  signal?: AbortSignal,
): Promise<readonly StatementResult[]> {
  const statements = await readStatements(context, text);
  const rawResults = await inTransactionAs(
    context,
    as,
    async (connection) => {
      const results: RawResult[] = [];
      for (const [at, statement] of statements.entries()) {
        results.push(await runStatement(connection, statement, at, mostRows));
      }
      return results;
    },
    { isDryRun, signal, longTexts: createTextLimit() },
  );
  const types = await typeNames(context, rawResults);
  return rawResults.map((result) => ({
    ...result,
    columns: result.columns.map(({ name, typeOid }) => ({ name, type: types.get(typeOid) ?? "" })),
  }));
}

/** Returns PostgreSQL's plan of one statement with execution times, and rolls back the statement's effects. */
export async function explainScript(
  context: DataContext,
  { text, as }: Pick<Script, "text" | "as">,
  signal?: AbortSignal,
): Promise<unknown> {
  const [statement, ...more] = await readStatements(context, text);
  if (!statement || more.length > 0) {
    throw invalidRequest("A plan is of one statement. Select one of the script.");
  }
  return inTransactionAs(
    context,
    as,
    async (connection) => {
      const { rows } = await connection
        .query<{ "QUERY PLAN": unknown }>(trusted(`${explain}${statement.sqlText}`))
        .catch((error: unknown) => {
          throw withPosition(error, 0, statement.start - explain.length);
        });
      const plan = rows[0]?.["QUERY PLAN"];
      return typeof plan === "string" ? JSON.parse(plan) : plan;
    },
    { isDryRun: true, signal },
  );
}

const explain = "explain (analyze, buffers, format json) ";

async function runStatement(
  connection: Transaction,
  { sqlText, start }: ClassifiedStatement,
  at: number,
  mostRows: number,
): Promise<RawResult> {
  const startTime = performance.now();
  // Trust the text, because the desk's key permits its holder to run any SQL.
  const result = await connection
    .query<TextRow>(asTable(trusted(sqlText), mostRows))
    .catch((error: unknown) => {
      throw withPosition(error, at, start);
    });
  return { ...shortened(result), durationMs: performance.now() - startTime };
}

function shortened({ rows, affected, table }: Rows<TextRow>): Omit<RawResult, "durationMs"> {
  const { columns = [], hasMore = false, command = "" } = table ?? {};
  const limit = cellLimit(rows.length, columns.length);
  let isCut = false;
  const textOf = (value: string | Uint8Array | null) => {
    if (value === null) return null;
    const text = typeof value === "string" ? value : new TextDecoder().decode(value);
    if (text.length <= limit) return text;
    isCut = true;
    return `${text.slice(0, limit)}…`;
  };
  const texts = rows.map((row) => row.map(textOf));
  return { columns, rows: texts, affected, hasMore, isCut, command };
}

function withPosition(error: unknown, statement: number, start: number): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const position = error.position === undefined ? undefined : error.position + start;
  return fromDatabaseError(error, { statement, position });
}

function createTextLimit(): LongTexts {
  let bytes = 0;
  const admitNow = (size: number) => {
    bytes += size;
    if (bytes > maxTextsBytes) throw resultTooLarge(maxTextsBytes);
  };
  return {
    admitNow,
    admit: (size) => {
      admitNow(size);
      return undefined;
    },
  };
}

async function typeNames({ database }: DataContext, results: readonly RawResult[]) {
  const oids = new Set(results.flatMap(({ columns }) => columns.map(({ typeOid }) => typeOid)));
  if (oids.size === 0) return new Map<number, string>();
  const { rows } = await database.query<{ readonly oid: number; readonly name: string }>(sql`
    select oid, pg_catalog.format_type(oid, null) as name
    from unnest(${[...oids].map(String)}::oid[]) as _(oid)`);
  return new Map(rows.map(({ oid, name }) => [Number(oid), name]));
}
