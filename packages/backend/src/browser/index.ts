/**
 * The backend in a browser tab: the wires of Supabase Auth and PostgREST and the inbox, on PGlite, without a
 * server. Use it for Storybook, browser tests and offline demos, but never in production, because the user of the page can
 * read everything in it.
 *
 * @module
 */
export { ConfigError } from "../config/config-error.ts";
export { MigrationError } from "../database/migrations/migration-error.ts";
export type { Log } from "../log/log.ts";
export { Inbox, type ReceivedMessage } from "../testing/inbox.ts";
export { type BrowserBackend, type BrowserBackendOptions, startBackend } from "./backend.ts";
export { DatabaseInUse } from "./database-lock.ts";
export { createSnapshot } from "./snapshot.ts";
export type { Visited } from "./visit.ts";
