import { DatabaseError } from "../../database/errors.ts";
import { type ClassifiedStatement, classify } from "../../database/migrations/classify.ts";
import { splitStatements } from "../../database/migrations/statements.ts";
import type { Connection, ConnectionLimits, Database } from "../../database/port.ts";
import { Sql, sql, trusted } from "../../database/sql.ts";
import { UsageError } from "../../usage-error.ts";

/** A row in the JSON that is sent to the agent. */
export type Row = Readonly<Record<string, unknown>>;

/** The limits for the SQL of agents. */
export const sqlShare: ConnectionLimits = { acquireTimeoutMs: 10_000, maxStatementMs: 30_000 };

/** An agent reads every row of a result, so a larger result is a mistake. */
const maxRows = 1_000;
const maxResultCharacters = 1_000_000;

/** Runs one statement with parameters, read-only. */
export async function runQuery(
  database: Database,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  // Convert to JSON in PostgreSQL, because the database adapters support only a few array types.
  const statement = sql`
    select row_to_json(portico_row) as "row" from (${withParameters(text, parameters)}) portico_row`;
  return database.transaction(async (connection) => {
    const { rows } = await connection.query<{ row: Row }>(statement);
    return requireWithinLimits(rows.map(({ row }) => row));
  }, readOnlyOptions);
}

/**
 * The options of the official server's read-only mode. The role alone does not protect against untrusted statements,
 * because a statement could reset it.
 */
const readOnlyOptions = {
  readOnly: true,
  runsProjectCode: true,
  first: [sql`set local role supabase_read_only_user`],
} as const;

/** Replaces `$1`, `$2` and so on with values. */
function withParameters(text: string, parameters: readonly unknown[]): Sql {
  return new Sql(
    text
      .split(/\$(\d+)/)
      .map((piece, index) =>
        index % 2 === 0 ? piece : { value: parameters[Number(piece) - 1] ?? null },
      ),
  );
}

/** Roll the transaction back, because committing it would send its notifications even if it is read-only. */
const readOnly = { readOnly: true, isDryRun: true } as const;

/**
 * Runs one statement that changes nothing, with the rights of `supabase_read_only_user`, which reads everything and
 * writes nothing, as on the hosted service.
 *
 * @throws {UsageError} for other statements
 */
export async function runReadOnly(database: Database, script: string): Promise<readonly Row[]> {
  const [statement, ...furtherStatements] = await classifyAll(database, script);
  const readPattern = /^[\s(]*(select|with|table|values|show|explain)\b/i;
  if (!statement || furtherStatements.length > 0 || !readPattern.test(statement.text)) {
    throw new UsageError(
      "This connection is read-only (read_only=true): it runs one statement, which must begin with select, with, table, values, show or explain.",
    );
  }
  return database.transaction(async (connection) => {
    const { rows } = await connection.query<{ row: Row }>(
      sql`select portico.read_only(${statement.sqlText}, ${maxRows + 1}) as "row"`,
    );
    return requireWithinLimits(rows.map(({ row }) => row));
  }, readOnly);
}

/**
 * Runs several statements in one transaction, so that either all of them take effect or none.
 *
 * @returns the rows of the last statement that returns any
 * @throws {UsageError} for statements that cannot run in a transaction with others
 */
export async function runScript(database: Database, script: string): Promise<readonly Row[]> {
  const statements = await classifyAll(database, script);
  const [firstStatement] = statements;
  if (firstStatement?.kind === "non-transactional" && statements.length === 1) {
    return requireWithinLimits((await database.query<Row>(trusted(firstStatement.sqlText))).rows);
  }
  const refusedStatement = statements.find(
    ({ kind }) => !["ordinary", "begin", "commit"].includes(kind),
  );
  if (refusedStatement) {
    const command = refusedStatement.text.split(/\s+/, 2).join(" ").slice(0, 50).toUpperCase();
    throw new UsageError(
      refusedStatement.kind === "non-transactional"
        ? `${command} cannot run together with other statements.`
        : `${command} is not available here. All statements run in one transaction, which is rolled back if one of them fails.`,
    );
  }
  return database.transaction(
    async (connection) => {
      let result: readonly Row[] = [];
      for (const statement of statements.filter(({ kind }) => kind === "ordinary")) {
        const rows = requireWithinLimits(await readRows(connection, statement));
        if (rows.length > 0) result = rows;
      }
      return result;
    },
    { runsProjectCode: true },
  );
}

const classifyAll = (database: Database, script: string) =>
  Promise.all(splitStatements(script).map((statement) => classify(statement, database)));

/** Runs a statement and returns its rows. A query runs through a cursor, so that PostgreSQL stops at the limit. */
async function readRows(
  connection: Connection,
  { text, sqlText }: ClassifiedStatement,
): Promise<readonly Row[]> {
  if (/^[\s(]*(select|with|table|values)\b/i.test(text)) {
    await connection.query(sql`savepoint portico_query`);
    try {
      await connection.query(sql`declare portico_reader no scroll cursor for ${trusted(sqlText)}`);
    } catch (error) {
      if (!(error instanceof DatabaseError) || !cursorErrorCodes.includes(error.code)) throw error;
      await connection.query(sql`rollback to savepoint portico_query`);
      return (await connection.query<Row>(trusted(sqlText))).rows;
    }
    const { rows } = await connection.query<Row>(
      sql`fetch ${trusted(String(maxRows + 1))} from portico_reader`,
    );
    await connection.batch([sql`close portico_reader`, sql`release savepoint portico_query`]);
    return rows;
  }
  return (await connection.query<Row>(trusted(sqlText))).rows;
}

/**
 * PostgreSQL's codes for queries that cannot run through a cursor: `with … insert` (feature_not_supported) and `select
 * into` (invalid_cursor_definition).
 */
const cursorErrorCodes: readonly string[] = ["0A000", "42P11"];

/**
 * Converts rows to JSON values.
 *
 * @throws {UsageError} if the result is too large; the caller's transaction is then rolled back
 */
function requireWithinLimits(rows: readonly Row[]): readonly Row[] {
  if (rows.length > maxRows) {
    throw new UsageError(
      `The statement returns more than ${maxRows} rows, so it was rolled back. Add a limit, or aggregate.`,
    );
  }
  const json = JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Uint8Array ? `\\x${Buffer.from(value).toString("hex")}` : value,
  );
  if (json.length > maxResultCharacters) {
    throw new UsageError(
      `The statement returns more than ${maxResultCharacters} characters, so it was rolled back. Select fewer columns or rows.`,
    );
  }
  return JSON.parse(json);
}
