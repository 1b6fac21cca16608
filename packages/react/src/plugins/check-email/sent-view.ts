/** The views of the form that send an e-mail. */
export type SentView = (typeof views)[number];

const views = ["sign_up", "magic_link", "forgotten_password"] as const;

/** The view, if it is one that sends an e-mail. */
export function sentView(view: string): SentView | undefined {
  return views.find((one) => one === view);
}
