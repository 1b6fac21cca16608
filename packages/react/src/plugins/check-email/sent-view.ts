/** The views that send an e-mail. */
export type SentView = (typeof views)[number];

const views = ["sign_up", "magic_link", "forgotten_password"] as const;

/** Returns the view if it sends an e-mail. */
export function sentView(view: string): SentView | undefined {
  return views.find((item) => item === view);
}
