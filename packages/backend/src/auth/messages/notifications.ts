import type { NotificationKind } from "../../mail/templates/built-in.ts";
import type { Auth } from "../context.ts";
import { isSameEmail, type User } from "../users/users.ts";
import { notifyByHook } from "./send-hooks.ts";

/** The facts in a notice beside its user. */
export interface NotificationDetails {
  /** The address until now. The notice goes there. */
  readonly oldEmail?: string;
  readonly oldPhone?: string;
  /** The provider of an identity that was linked or unlinked. */
  readonly provider?: string;
  readonly factorType?: string;
}

/**
 * Tells a user by e-mail of a change to their account, if the project wants that
 * (`[auth.email.notification]`). The change stands even if the message cannot be sent.
 */
export async function notify(
  auth: Auth,
  user: User,
  kind: NotificationKind,
  { oldEmail, oldPhone, provider, factorType }: NotificationDetails = {},
): Promise<void> {
  const to = oldEmail ?? user.email;
  if (!to) return;
  const sent = auth.hooks.isEnabled("send_email")
    ? notifyByHook(auth, user, kind, {
        ...(oldEmail && { old_email: oldEmail }),
        ...(oldPhone && { old_phone: oldPhone }),
        ...(provider && { provider }),
        ...(factorType && { factor_type: factorType }),
      })
    : auth.mailer.email(kind, to, {
        SiteURL: auth.config.auth.site_url,
        Email: user.email ?? to,
        Data: user.raw_user_meta_data ?? {},
        ...(user.phone && { Phone: user.phone }),
        ...(oldEmail && { OldEmail: oldEmail }),
        ...(oldPhone && { OldPhone: oldPhone }),
        ...(provider && { Provider: provider }),
        ...(factorType && { FactorType: factorType }),
      });
  await sent.catch(() => {});
}

/**
 * Tells of a changed address or number. News of the e-mail address goes to the old one, so that the owner
 * of a stolen account reads it.
 */
export async function notifyOfAddresses(auth: Auth, previous: User, current: User): Promise<void> {
  const { email, phone } = previous;
  if (email && current.email && !isSameEmail(email, current.email)) {
    await notify(auth, current, "email_changed", { oldEmail: email });
  }
  if (phone && current.phone && phone !== current.phone) {
    await notify(auth, current, "phone_changed", { oldPhone: phone });
  }
}
