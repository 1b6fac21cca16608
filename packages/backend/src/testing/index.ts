/**
 * A real backend inside a test: started in about a second, with a clock that the test moves, an inbox
 * that it reads, signed-in users, and trouble on request.
 *
 * @module
 */
export {
  startBackend,
  type TestBackend,
  type TestBackendOptions,
  type TestClock,
} from "./backend.ts";
export { Inbox, type ReceivedMessage } from "./inbox.ts";
export type { Person } from "./person.ts";
export type { Trouble } from "./trouble.ts";
