import type { OneTimeTokenType } from "../tokens/one-time-token-type.ts";
import type { OneTimeToken } from "../tokens/one-time-tokens.ts";
import type { User, UserChanges } from "../users/users.ts";

/** The e-mails with a one-time token. */
export const tokenEmailKinds = {
  confirmation: {
    token: "confirmation_token",
    sentAt: "confirmation_sent_at",
    verification: "signup",
    failure: "Error sending confirmation email",
  },
  invite: {
    token: "confirmation_token",
    sentAt: "confirmation_sent_at",
    verification: "invite",
    failure: "Error sending invite email",
  },
  magic_link: {
    token: "recovery_token",
    sentAt: "recovery_sent_at",
    verification: "magiclink",
    failure: "Error sending magic link email",
  },
  recovery: {
    token: "recovery_token",
    sentAt: "recovery_sent_at",
    verification: "recovery",
    failure: "Error sending recovery email",
  },
  reauthentication: {
    token: "reauthentication_token",
    sentAt: "reauthentication_sent_at",
    verification: undefined,
    failure: "Error sending reauthentication email",
  },
  email_change: {
    token: "email_change_token_new",
    sentAt: "email_change_sent_at",
    verification: "email_change",
    failure: "Error sending email change email",
  },
} as const satisfies Record<
  string,
  {
    token: OneTimeTokenType;
    sentAt: keyof UserChanges;
    verification: string | undefined;
    failure: string;
  }
>;

export type TokenEmailKind = keyof typeof tokenEmailKinds;

/** A message to send after its transaction is committed. */
export interface TokenEmail {
  readonly kind: TokenEmailKind;
  readonly user: User;
  readonly to: string;
  readonly token: OneTimeToken;
  readonly redirectTo: string;
}
