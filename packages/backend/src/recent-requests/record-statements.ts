import { DatabaseError } from "../database/errors.ts";
import { interceptStatements } from "../database/intercept-statements.ts";
import type { Database } from "../database/port.ts";
import type { Sql } from "../database/sql.ts";
import type { RecordedStatement } from "./recorded-request.ts";

type Add = (statement: RecordedStatement) => void;

const maxTextLength = 4_000;

/** Wraps a database to report its statements. Reports only the last one of several that are sent together. */
export function recordStatements(database: Database, add: Add): Database {
  return interceptStatements(database, (statements, run) => runTimed(statements, add, run));
}

async function runTimed<T>(
  statements: readonly Sql[],
  add: Add,
  run: () => Promise<T>,
): Promise<T> {
  const startTime = performance.now();
  const report = (sqlstate: string | null) => {
    // Values are not recorded, because they may be secrets.
    const text = statements.at(-1)?.text.trim().slice(0, maxTextLength);
    if (text) add({ text, durationMs: roundToTenths(performance.now() - startTime), sqlstate });
  };
  try {
    const result = await run();
    report(null);
    return result;
  } catch (error) {
    report(error instanceof DatabaseError ? error.code : null);
    throw error;
  }
}

const roundToTenths = (ms: number) => Math.round(ms * 10) / 10;
