/**
 * A real backend for tests. It starts in about a second, and offers a clock that the test controls, an inbox, signed-in
 * users, and injected failures.
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
