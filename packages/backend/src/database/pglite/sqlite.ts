/** The part of Node's SQLite that locks a data directory. */
export type { DatabaseSync } from "node:sqlite";

/**
 * Returns `node:sqlite`. Node 22 prints an ExperimentalWarning when the module is first loaded. That warning is
 * suppressed, because the lock only uses parts that have not changed since. An import could not suppress it, because
 * imports run first.
 */
export function loadSqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!/^SQLite is an experimental feature/.test(String(warning)))
      Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
