import { interceptStatements } from "../database/intercept-statements.ts";
import { type Database, DatabaseError } from "../database/port.ts";
import type { Sql } from "../database/sql.ts";
import type { RecordedStatement } from "./recorded-request.ts";

type Add = (statement: RecordedStatement) => void;

const maxTextLength = 4_000;

/** Wraps a database to report its statements. If several are sent together, reports the last one. */
export function recordStatements(database: Database, add: Add): Database {
  return interceptStatements(database, (statements, run) => timed(statements, add, run));
}

async function timed<T>(statements: readonly Sql[], add: Add, run: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const report = (sqlstate: string | null) => {
    // Values are not recorded, because they may be secrets.
    const text = statements.at(-1)?.text.trim().slice(0, maxTextLength);
    if (text) add({ text, durationMs: round(performance.now() - begun), sqlstate });
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

const round = (ms: number) => Math.round(ms * 10) / 10;
