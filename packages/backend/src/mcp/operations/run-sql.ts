import { type ClassifiedStatement, classify } from "../../database/migrations/classify.ts";
import { splitStatements } from "../../database/migrations/statements.ts";
import {
  type Connection,
  type ConnectionLimits,
  type Database,
  DatabaseError,
} from "../../database/port.ts";
import { Sql, sql, trusted } from "../../database/sql.ts";
import { UsageError } from "../../usage-error.ts";

/** A row in the form in which it is sent to the agent. */
export type Row = Readonly<Record<string, unknown>>;

/** The share of the database for the SQL of agents. */
export const sqlShare: ConnectionLimits = { acquireTimeoutMs: 10_000, maxStatementMs: 30_000 };

/** An agent reads every row of an answer, so a larger answer is a mistake. */
const maxRows = 1_000;
const maxAnswerCharacters = 1_000_000;

/** Runs one statement with parameters. It cannot change anything. */
export async function runQuery(
  database: Database,
  text: string,
  parameters: readonly unknown[],
): Promise<readonly Row[]> {
  // Convert to JSON in PostgreSQL, because the database's adapters only know a few array types.
  const statement = sql`
    select row_to_json(portico_row) as "row" from (${withParameters(text, parameters)}) portico_row`;
  return database.transaction(async (connection) => {
    const { rows } = await connection.query<{ row: Row }>(statement);
    return requireWithinLimits(rows.map(({ row }) => row));
  }, asReader);
}

/** A statement of the official server runs as this role. It could take the role back. */
const asReader = {
  readOnly: true,
  runsProjectCode: true,
  first: [sql`set local role supabase_read_only_user`],
} as const;

/** Inserts values for `$1`, `$2` and so on. */
function withParameters(text: string, parameters: readonly unknown[]): Sql {
  return new Sql(
    text
      .split(/\$(\d+)/)
      .map((piece, index) =>
        index % 2 === 0 ? piece : { value: parameters[Number(piece) - 1] ?? null },
      ),
  );
}

/** Nothing is kept, because a notification would be sent by the commit of a transaction that only reads. */
const readOnly = { readOnly: true, keepsNothing: true } as const;

/**
 * Runs one statement that changes nothing, with the rights of `supabase_read_only_user`, which reads everything and
 * writes nothing, as on the hosted service.
 *
 * @throws {UsageError} for other statements
 */
export async function runReadOnly(database: Database, script: string): Promise<readonly Row[]> {
  const [statement, ...more] = await classified(database, script);
  const isReading = /^[\s(]*(select|with|table|values|show|explain)\b/i;
  if (!statement || more.length > 0 || !isReading.test(statement.text)) {
    throw new UsageError(
      "This connection is read-only (read_only=true): it runs one statement, which begins with select, with, table, values, show or explain.",
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
 * Runs several statements in one transaction, so that all or none of them take effect.
 *
 * @returns the rows of the last statement that returns any
 * @throws {UsageError} for statements that cannot run in a transaction with others
 */
export async function runScript(database: Database, script: string): Promise<readonly Row[]> {
  const statements = await classified(database, script);
  const [first] = statements;
  if (first?.kind === "non-transactional" && statements.length === 1) {
    return requireWithinLimits((await database.query<Row>(trusted(first.sqlText))).rows);
  }
  const refused = statements.find(({ kind }) => !["ordinary", "begin", "commit"].includes(kind));
  if (refused) {
    const words = refused.text.split(/\s+/, 2).join(" ").slice(0, 50).toUpperCase();
    throw new UsageError(
      refused.kind === "non-transactional"
        ? `${words} cannot run together with other statements.`
        : `${words} is not available here. All statements are one transaction, which is undone if one of them fails.`,
    );
  }
  return database.transaction(
    async (connection) => {
      let result: readonly Row[] = [];
      for (const statement of statements.filter(({ kind }) => kind === "ordinary")) {
        const rows = requireWithinLimits(await rowsOf(connection, statement));
        if (rows.length > 0) result = rows;
      }
      return result;
    },
    { runsProjectCode: true },
  );
}

const classified = (database: Database, script: string) =>
  Promise.all(splitStatements(script).map((statement) => classify(statement, database)));

/** Runs a statement. A query runs through a cursor, so that PostgreSQL stops at the limit. */
async function rowsOf(
  connection: Connection,
  { text, sqlText }: ClassifiedStatement,
): Promise<readonly Row[]> {
  if (/^[\s(]*(select|with|table|values)\b/i.test(text)) {
    await connection.query(sql`savepoint portico_query`);
    try {
      await connection.query(sql`declare portico_reader no scroll cursor for ${trusted(sqlText)}`);
    } catch (error) {
      if (!(error instanceof DatabaseError) || !cannotBeCursor.includes(error.code)) throw error;
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

/** PostgreSQL's codes for `with … insert` (feature_not_supported) and for `select into` (invalid_cursor_definition). */
const cannotBeCursor: readonly string[] = ["0A000", "42P11"];

/**
 * Returns rows in the form of JSON.
 *
 * @throws {UsageError} if there are too many, which rolls the transaction back
 */
function requireWithinLimits(rows: readonly Row[]): readonly Row[] {
  if (rows.length > maxRows) {
    throw new UsageError(
      `The statement returns more than ${maxRows} rows, so it was undone. Add a limit, or aggregate.`,
    );
  }
  const json = JSON.stringify(rows, (_, value: unknown) =>
    value instanceof Uint8Array ? `\\x${Buffer.from(value).toString("hex")}` : value,
  );
  if (json.length > maxAnswerCharacters) {
    throw new UsageError(
      `The statement returns more than ${maxAnswerCharacters} characters, so it was undone. Select fewer columns or rows.`,
    );
  }
  return JSON.parse(json);
}
