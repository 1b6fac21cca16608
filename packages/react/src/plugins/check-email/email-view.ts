/** The views that send an e-mail. */
export type EmailView = (typeof emailViews)[number];

const emailViews = ["sign_up", "magic_link", "forgotten_password"] as const;

/** Returns the view if it sends an e-mail, otherwise undefined. */
export function asEmailView(view: string): EmailView | undefined {
  return emailViews.find((item) => item === view);
}
