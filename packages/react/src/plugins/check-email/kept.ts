import { recall } from "../../messages/kept.ts";

/** What of the form's views sends a message. */
export type SentView = "sign_up" | "magic_link" | "forgotten_password";

/** A message that was sent. */
export interface Message {
  readonly view: SentView;
  readonly to: string;
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
export function recallMessage(key: string): Message | undefined {
  const kept = recall(key, patience);
  const view = kept && sentView(kept.view);
  return view && { ...kept, view };
}
