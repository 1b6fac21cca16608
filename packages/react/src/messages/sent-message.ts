import { lastSessionAt } from "../session/last-session.ts";
import { readStored, store } from "../storage.ts";

/** A message that was sent and not used yet. */
export interface SentMessage<View extends string = string> {
  /** The view of the form that sent it. */
  readonly view: View;
  /** The address or phone number that it was sent to. */
  readonly to: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** The default storage key of a sent e-mail. */
export const emailKey = "portico.sent";

/**
 * Returns the message that this tab waited for before a reload, or undefined if the user has signed in since then.
 *
 * @param maxAgeMs how long to wait for a message
 */
export function restoreMessage(key: string, maxAgeMs: number): SentMessage | undefined {
  const { view, to, at } = parsed(readStored("sessionStorage", key));
  if (typeof view !== "string" || typeof to !== "string" || typeof at !== "number")
    return undefined;
  const isPending = at > lastSessionAt() && Date.now() - at < maxAgeMs;
  if (!isPending) storeMessage(key, undefined);
  return isPending ? { view, to, at } : undefined;
}

/** Stores a message for a reload of this tab, or removes it. */
export function storeMessage(key: string, sent: SentMessage | undefined): void {
  store("sessionStorage", key, sent && JSON.stringify(sent));
}

function parsed(text: string | undefined): Partial<Record<keyof SentMessage, unknown>> {
  try {
    return Object(JSON.parse(text ?? "null"));
  } catch {
    // Another program stored a value under this key.
    return {};
  }
}
