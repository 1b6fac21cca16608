/**
 * The backend in a browser's tab: the wires of Supabase Auth and PostgREST and the inbox, on PGlite, with no
 * server. For Storybook, tests in a browser and offline demos; never for production, since whoever uses the page
 * has all that is in it.
 *
 * @module
 */
export { ConfigError } from "../config/config-error.ts";
export { MigrationError } from "../database/migrations/file.ts";
export type { Log } from "../log/log.ts";
export { Inbox, type ReceivedMessage } from "../testing/inbox.ts";
export { type BrowserBackend, type BrowserBackendOptions, startBackend } from "./backend.ts";
export { DatabaseInUse } from "./hold-name.ts";
export { createSnapshot } from "./snapshot.ts";
export type { Visited } from "./visit.ts";
