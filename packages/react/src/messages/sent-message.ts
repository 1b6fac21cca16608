import { lastSessionAt } from "../session/last-session.ts";
import { readStorage, writeStorage } from "../storage.ts";

/** A message that was sent and that the user has not used yet. */
export interface SentMessage<View extends string = string> {
  /** The view of the form that sent it. */
  readonly view: View;
  /** The address or phone number that it was sent to. */
  readonly to: string;
  /** When the message was sent, in milliseconds since 1970. */
  readonly sentAt: number;
}

/** The default storage key for the last e-mail that was sent. */
export const emailStorageKey = "portico.sent";

/**
 * Returns the message that this tab was waiting for before a reload, or undefined if the user has signed in since then.
 *
 * @param maxAgeMs the time after which a message is no longer expected
 */
export function restoreMessage(key: string, maxAgeMs: number): SentMessage | undefined {
  const { view, to, sentAt } = parse(readStorage("sessionStorage", key));
  if (typeof view !== "string" || typeof to !== "string" || typeof sentAt !== "number")
    return undefined;
  const isPending = sentAt > lastSessionAt() && Date.now() - sentAt < maxAgeMs;
  if (!isPending) storeMessage(key, undefined);
  return isPending ? { view, to, sentAt } : undefined;
}

/** Stores a message, so that it can be restored after a reload of this tab. Removes it if it is undefined. */
export function storeMessage(key: string, message: SentMessage | undefined): void {
  writeStorage("sessionStorage", key, message && JSON.stringify(message));
}

function parse(text: string | undefined): Partial<Record<keyof SentMessage, unknown>> {
  try {
    return Object(JSON.parse(text ?? "null"));
  } catch {
    // Another script has stored a different value under this key.
    return {};
  }
}
