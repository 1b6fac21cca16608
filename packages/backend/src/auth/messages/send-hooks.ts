import type { AuthContext } from "../context.ts";
import { renderUserWithDetails } from "../users/user-with-details.ts";
import type { User } from "../users/users.ts";
import type { TokenEmail } from "./token-email-kinds.ts";

/** The hook's name for each kind of e-mail (supabase/auth, `internal/mailer`). */
const actionTypes: Record<TokenEmail["kind"], string> = {
  confirmation: "signup",
  invite: "invite",
  magic_link: "magiclink",
  recovery: "recovery",
  reauthentication: "reauthentication",
  email_change: "email_change",
};

const emptyFields = {
  token_new: "",
  token_hash_new: "",
  old_email: "",
  old_phone: "",
  provider: "",
  factor_type: "",
};

/**
 * Calls the hook `send_email` instead of sending e-mails. Both messages of an e-mail change are sent by one call, with
 * codes and hashes crossed: `token` and `token_hash_new` are for the old address. The reference keeps this for
 * compatibility.
 *
 * @throws {AuthError} if the hook refuses or fails
 */
export async function sendTokenEmailsByHook(
  context: AuthContext,
  tokenEmails: readonly TokenEmail[],
): Promise<void> {
  const [tokenEmail, secondEmail] = tokenEmails;
  if (!tokenEmail) return;
  const { kind, user, token, redirectTo } = tokenEmail;
  await context.hooks.call("send_email", {
    user: await renderUserWithDetails(context.database, user),
    email_data: {
      ...emptyFields,
      token: secondEmail ? secondEmail.token.code : token.code,
      token_hash: token.tokenHash,
      redirect_to: redirectTo,
      email_action_type: actionTypes[kind],
      site_url: context.config.auth.external_url,
      ...(secondEmail
        ? { token_new: token.code, token_hash_new: secondEmail.token.tokenHash }
        : {}),
    },
  });
}

/** Calls the hook `send_email` for a notification. */
export async function notifyByHook(
  context: AuthContext,
  user: User,
  kind: keyof AuthContext["config"]["auth"]["email"]["notification"],
  details: Partial<Record<"old_email" | "old_phone" | "provider" | "factor_type", string>>,
): Promise<void> {
  if (!context.config.auth.email.notification[kind]?.enabled) return;
  await context.hooks.call("send_email", {
    user: await renderUserWithDetails(context.database, user),
    email_data: {
      ...emptyFields,
      token: "",
      token_hash: "",
      redirect_to: context.config.auth.site_url,
      email_action_type: `${kind}_notification`,
      site_url: context.config.auth.external_url,
      ...details,
    },
  });
}

/** A one-time code to send to a phone. */
interface CodeToSend {
  readonly phone: string;
  readonly code: string;
  /** Set for codes of second factors. */
  readonly purpose?: "mfa";
}

/**
 * Calls the hook `send_sms` for a one-time code.
 *
 * @throws {AuthError} if the hook refuses or fails
 */
export async function sendCodeByHook(
  context: AuthContext,
  user: User,
  { phone, code, purpose }: CodeToSend,
): Promise<void> {
  await context.hooks.call("send_sms", {
    user: await renderUserWithDetails(context.database, user),
    sms: { otp: code, ...(purpose ? { sms_type: purpose } : {}), phone },
  });
}
