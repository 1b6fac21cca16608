/** What of the form's views sends a message. */
export type SentView = "sign_up" | "magic_link" | "forgotten_password";

/** A message that was sent. */
export interface Message {
  readonly view: SentView;
  readonly email: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
}

/** What it is kept by, unless an application says otherwise. */
export const usualKey = "portico.sent";

/** How long a message is waited for after a reload, in milliseconds: as long as its link is good by default. */
const patience = 3_600_000;

/** The view that sent something, if it is one that does. */
export function sentView(view: string): SentView | undefined {
  return (["sign_up", "magic_link", "forgotten_password"] as const).find((one) => one === view);
}

/** The message that this tab waited for before it was loaded anew. */
export function recall(key: string): Message | undefined {
  try {
    const kept: Partial<Record<keyof Message, unknown>> = Object(
      JSON.parse(sessionStorage.getItem(key) ?? "null"),
    );
    const view = sentView(String(kept.view));
    const { email, at } = kept;
    if (!view || typeof email !== "string" || typeof at !== "number") return undefined;
    return Date.now() - at < patience ? { view, email, at } : undefined;
  } catch {
    // Storage is forbidden, or what is there is not ours.
    return undefined;
  }
}

/** Keeps it for a reload of this tab; or forgets it. */
export function keep(key: string, message: Message | undefined): void {
  try {
    if (message) sessionStorage.setItem(key, JSON.stringify(message));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden or full: a reload then shows the form.
  }
}
