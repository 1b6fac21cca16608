import { DatabaseError } from "../database/errors.ts";
import type { Connection, Database, Rows } from "../database/port.ts";
import { type Sql, sql, trusted } from "../database/sql.ts";

/** The time limit of a statement. */
export const maxStatementMs = 5_000;

/** A transaction that is rolled back. Its statements run as the caller or with row-level security bypassed. */
export class Session {
  readonly connection: Connection;
  /** The caller's role. */
  readonly role: string;
  /** The role that bypasses row-level security. `none` is the session's own role. */
  readonly #privileged: string;

  constructor(connection: Connection, role: string, privileged: string) {
    this.connection = connection;
    this.role = role;
    this.#privileged = privileged;
  }

  /** Runs a statement as the caller. An error leaves the transaction usable. */
  asCaller<Row>(statement: Sql): Promise<Rows<Row>> {
    return this.#runAs(this.role, statement);
  }

  /** Runs a statement with the caller's claims, and with row-level security bypassed. */
  asPrivileged<Row>(statement: Sql): Promise<Rows<Row>> {
    return this.#runAs(this.#privileged, statement);
  }

  /** Like {@link asCaller} or {@link asPrivileged}, but rolls back the writes of the statement. */
  dryRun<Row>(role: "caller" | "privileged", statement: Sql): Promise<Rows<Row>> {
    const name = role === "caller" ? this.role : this.#privileged;
    return this.#send(name, statement, [rollBack, releaseSql]);
  }

  #runAs<Row>(role: string, statement: Sql): Promise<Rows<Row>> {
    // Resets the role before the savepoint is released, because a role that was set within it would stay.
    const reset = sql`select set_config('role', 'none', true)`;
    return this.#send(role, statement, [reset, releaseSql]);
  }

  /** Sends a statement, together with the statements before and after it, in one round trip. */
  async #send<Row>(
    role: string,
    statement: Sql,
    [secondToLast, last]: readonly [Sql, Sql],
  ): Promise<Rows<Row>> {
    const setRoleSql = sql`select set_config('role', ${role}, true)`;
    try {
      const [, , rows] = await this.connection.batch<[unknown, unknown, Row, unknown, unknown]>([
        savepoint,
        setRoleSql,
        statement,
        secondToLast,
        last,
      ]);
      return rows;
    } catch (error) {
      if (error instanceof DatabaseError) await this.connection.script(undoSql);
      throw error;
    }
  }
}

const savepoint = trusted("savepoint portico_why");
const rollBack = trusted("rollback to savepoint portico_why");
const releaseSql = trusted("release savepoint portico_why");
const undoSql = "rollback to savepoint portico_why; release savepoint portico_why";

/**
 * Calls `work` in a transaction that is rolled back.
 *
 * @param setUpStatements the wire's statements that set the caller's role, claims and search path
 */
export function withSession<T>(
  database: Database,
  role: string,
  setUpStatements: readonly Sql[],
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return database.withLimits({ maxStatementMs }).transaction(
    async (connection) => {
      for (const statement of setUpStatements) await connection.query(statement);
      await connection.query(sql`
        select set_config('role', 'none', true),
          set_config('statement_timeout', ${String(maxStatementMs)}, true),
          set_config('lock_timeout', ${String(maxStatementMs)}, true)`);
      const privileged = await privilegedRole(connection);
      return work(new Session(connection, role, privileged));
    },
    { isDryRun: true, runsProjectCode: true },
  );
}

/**
 * Returns a role that bypasses row-level security, or `none` if the session's own role does.
 *
 * @throws {DatabaseError} if there is none
 */
async function privilegedRole(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ isOwn: boolean; hasService: boolean }>(sql`
    select exists (select from pg_roles where rolname = session_user and (rolsuper or rolbypassrls)) as "isOwn",
      exists (select from pg_roles where rolname = 'service_role' and (rolsuper or rolbypassrls)) as "hasService"`);
  if (rows[0]?.isOwn) return "none";
  if (rows[0]?.hasService) return "service_role";
  throw new DatabaseError({
    code: "42501",
    message: "no role of this database bypasses row-level security",
  });
}

/** The maximum number of rows that are counted. */
export const maxCount = 1_000;

/** Returns a query that counts the rows of another query, up to {@link maxCount} + 1. */
export const countSql = (query: Sql): Sql =>
  sql`select count(*)::int as count from (${query} limit ${trusted(String(maxCount + 1))}) as counted`;

/** Returns a database error's message, truncated to a length that fits a report. */
export function messageOf(error: unknown): string {
  if (!(error instanceof DatabaseError)) throw error;
  return truncate(error.message, 300);
}

export const truncate = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
