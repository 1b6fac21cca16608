import type { Auth } from "../context.ts";
import { notifyByHook } from "../hooks/send-hooks.ts";
import type { User } from "../users.ts";
import type { FactorType } from "./factors.ts";

/**
 * Tells a user by e-mail that a factor came or went, where the project wants that
 * (`[auth.email.notification]`). The change stands even if the message cannot be sent.
 */
export async function notifyOfFactor(
  auth: Auth,
  user: User,
  kind: "mfa_factor_enrolled" | "mfa_factor_unenrolled",
  factorType: FactorType,
): Promise<void> {
  if (!user.email) return;
  if (auth.hooks.isEnabled("send_email")) {
    await notifyByHook(auth, user, kind, { factor_type: factorType }).catch(() => {});
    return;
  }
  await auth.postman
    .email(kind, user.email, {
      SiteURL: auth.config.auth.site_url,
      Email: user.email,
      FactorType: factorType,
      Data: user.raw_user_meta_data ?? {},
    })
    .catch(() => {});
}
