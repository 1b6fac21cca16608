import { DatabaseError } from "../../database/errors.ts";
import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { TimedStatement } from "../../recent-requests/recent-requests.ts";
import { hasTable } from "../has-table.ts";

/** The execution times of a statement. */
export interface StatementTimes {
  /** The text, without values. */
  readonly text: string;
  readonly calls: number;
  readonly meanMs: number;
  readonly maxMs: number;
  readonly totalMs: number;
  /** The request that executed it most slowly, or null for times that PostgreSQL has measured. */
  readonly request: { readonly id: number; readonly method: string; readonly path: string } | null;
}

const maxListed = 20;
const maxTextCharacters = 4_000;

/** Returns the statements of recent requests that are slowest on average. */
export function slowestStatements(statements: Iterable<TimedStatement>): readonly StatementTimes[] {
  const times = new Map<string, StatementTimes>();
  for (const { text, durationMs, ...request } of statements) {
    const previous = times.get(text);
    const calls = (previous?.calls ?? 0) + 1;
    const totalMs = (previous?.totalMs ?? 0) + durationMs;
    const isSlowest = durationMs >= (previous?.maxMs ?? 0);
    times.set(text, {
      text,
      calls,
      totalMs,
      meanMs: totalMs / calls,
      maxMs: Math.max(durationMs, previous?.maxMs ?? 0),
      request: isSlowest || !previous ? request : previous.request,
    });
  }
  return [...times.values()].sort((one, other) => other.meanMs - one.meanMs).slice(0, maxListed);
}

/** Returns the slowest statements by PostgreSQL's measurements, or undefined if it does not measure. */
export async function slowestDatabaseStatements(
  database: Connection,
): Promise<readonly StatementTimes[] | undefined> {
  if (!(await hasTable(database, "extensions.pg_stat_statements"))) return undefined;
  try {
    const { rows } = await database.query<StatementTimes>(sql`
      select left(query, ${maxTextCharacters}) as text, calls::float8, mean_exec_time as "meanMs",
        max_exec_time as "maxMs", total_exec_time as "totalMs", null as request
      from extensions.pg_stat_statements
      where dbid = (select oid from pg_catalog.pg_database where datname = current_database())
      order by mean_exec_time desc limit ${maxListed}`);
    return rows;
  } catch (error) {
    // PostgreSQL returns this code if the extension exists, but its library was not loaded at startup.
    if (error instanceof DatabaseError && error.code === "55000") return undefined;
    throw error;
  }
}
