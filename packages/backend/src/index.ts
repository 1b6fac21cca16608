/**
 * A Supabase-compatible backend in one Node process, on PGlite or PostgreSQL. It is the server that `portico start` runs, as a
 * library for programs and tests.
 *
 * @module
 */
export { ConfigError } from "./config/config-error.ts";
export { DatabaseUnavailable } from "./database/errors.ts";
export { MigrationError } from "./database/migrations/migration-error.ts";
export { DirectoryInUse, DirectoryNotWritable } from "./database/pglite/directory-lock.ts";
export { createLog, type Log, type LogLevel } from "./log/log.ts";
export type { ServerOptions } from "./server/options.ts";
export { type RunningServer, startServer } from "./server/server.ts";
