import type { AuthContext } from "../context.ts";
import { factorsOf } from "../users/factors.ts";
import { identitiesOf } from "../users/identities.ts";
import { renderUser } from "../users/user-json.ts";
import type { User } from "../users/users.ts";
import type { TokenEmail } from "./token-email-kinds.ts";

/** The hook's names of the e-mail kinds (supabase/auth, `internal/mailer`). */
const actions: Record<TokenEmail["kind"], string> = {
  confirmation: "signup",
  invite: "invite",
  magic_link: "magiclink",
  recovery: "recovery",
  reauthentication: "reauthentication",
  email_change: "email_change",
};

const nothingMore = {
  token_new: "",
  token_hash_new: "",
  old_email: "",
  old_phone: "",
  provider: "",
  factor_type: "",
};

/**
 * Calls the hook `send_email` instead of sending e-mails. The two messages of an e-mail change are one call,
 * with codes and hashes crossed: `token` and `token_hash_new` belong to the old address. The reference keeps
 * this for compatibility.
 *
 * @throws {AuthError} if the hook refuses or fails
 */
export async function sendTokenEmailsByHook(
  context: AuthContext,
  tokenEmails: readonly TokenEmail[],
): Promise<void> {
  const [tokenEmail, other] = tokenEmails;
  if (!tokenEmail) return;
  const { kind, user, token, redirectTo } = tokenEmail;
  await context.hooks.call("send_email", {
    user: await render(context, user),
    email_data: {
      ...nothingMore,
      token: other ? other.token.code : token.code,
      token_hash: token.tokenHash,
      redirect_to: redirectTo,
      email_action_type: actions[kind],
      site_url: context.config.auth.external_url,
      ...(other ? { token_new: token.code, token_hash_new: other.token.tokenHash } : {}),
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
    user: await render(context, user),
    email_data: {
      ...nothingMore,
      token: "",
      token_hash: "",
      redirect_to: context.config.auth.site_url,
      email_action_type: `${kind}_notification`,
      site_url: context.config.auth.external_url,
      ...details,
    },
  });
}

/** A one-time code that is about to be sent to a phone. */
interface SentCode {
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
  { phone, code, purpose }: SentCode,
): Promise<void> {
  await context.hooks.call("send_sms", {
    user: await render(context, user),
    sms: { otp: code, ...(purpose ? { sms_type: purpose } : {}), phone },
  });
}

async function render({ database }: AuthContext, user: User): Promise<object> {
  return renderUser(
    user,
    await identitiesOf(database, user.id),
    await factorsOf(database, user.id),
  );
}
