import { lastSessionAt } from "../session/last-session.ts";
import { readStored, store } from "../storage.ts";

/** A message that was sent, and is waited for. */
export interface SentMessage<View extends string = string> {
  /** The view of the form that sent it. */
  readonly view: View;
  /** The address or the number that it was sent to. */
  readonly to: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** The key of a sent e-mail, unless an application names another. */
export const emailKey = "portico.sent";

/**
 * The message that this tab waited for before a reload; undefined where somebody has signed in since.
 *
 * @param patience how long a message is waited for, in milliseconds
 */
export function recallMessage(key: string, patience: number): SentMessage | undefined {
  const { view, to, at } = parsed(readStored("sessionStorage", key));
  if (typeof view !== "string" || typeof to !== "string" || typeof at !== "number")
    return undefined;
  const isAwaited = at > lastSessionAt() && Date.now() - at < patience;
  if (!isAwaited) keepMessage(key, undefined);
  return isAwaited ? { view, to, at } : undefined;
}

/** Keeps a message for a reload of this tab; or forgets it. */
export function keepMessage(key: string, sent: SentMessage | undefined): void {
  store("sessionStorage", key, sent && JSON.stringify(sent));
}

function parsed(text: string | undefined): Partial<Record<keyof SentMessage, unknown>> {
  try {
    return Object(JSON.parse(text ?? "null"));
  } catch {
    // Something else is kept under this key.
    return {};
  }
}
