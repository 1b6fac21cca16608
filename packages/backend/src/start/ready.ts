import { withCommandPrefix } from "../invocation.ts";
import { stopAdvice } from "./greeting.ts";

/** The message from a server in the background to the process that started it. */
export interface ReadyMessage {
  readonly isReady: true;
  readonly greeting: string;
}

/** Reports that the server is ready, on standard output and to the process that waits for it. */
export function announceReady(text: string): void {
  const greeting = withCommandPrefix(text);
  process.stdout.write(greeting + stopAdvice);
  const message: ReadyMessage = { isReady: true, greeting };
  // Ignore errors, because the waiting process may end before it has read the message.
  process.send?.(message, undefined, undefined, () => {});
}
