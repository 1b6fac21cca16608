/**
 * A real backend inside a test. It starts in about a second, with a clock that the test controls, an inbox
 * to read, signed-in users, and injected failures.
 *
 * @module
 */

export type { Trouble } from "../trouble.ts";
export {
  startBackend,
  type TestBackend,
  type TestBackendOptions,
  type TestClock,
} from "./backend.ts";
export { Inbox, type ReceivedMessage } from "./inbox.ts";
export type { Person } from "./person.ts";
