import type { NotificationKind } from "../../mail/templates/built-in.ts";
import type { AuthContext } from "../context.ts";
import { isSameEmail, type User } from "../users/users.ts";
import { notifyByHook } from "./send-hooks.ts";

/** The details of a notification. */
export interface NotificationDetails {
  /** The previous address, which receives the notification. */
  readonly oldEmail?: string;
  readonly oldPhone?: string;
  /** The provider of a linked or unlinked identity. */
  readonly provider?: string;
  readonly factorType?: string;
}

/**
 * Notifies a user by e-mail of a change to their account, if the project enables that (`[auth.email.notification]`).
 * The change stays even if the message cannot be sent.
 */
export async function notify(
  context: AuthContext,
  user: User,
  kind: NotificationKind,
  { oldEmail, oldPhone, provider, factorType }: NotificationDetails = {},
): Promise<void> {
  const to = oldEmail ?? user.email;
  if (!to) return;
  const sending = context.hooks.isEnabled("send_email")
    ? notifyByHook(context, user, kind, {
        ...(oldEmail && { old_email: oldEmail }),
        ...(oldPhone && { old_phone: oldPhone }),
        ...(provider && { provider }),
        ...(factorType && { factor_type: factorType }),
      })
    : context.mailer.email(kind, to, {
        SiteURL: context.config.auth.site_url,
        Email: user.email ?? to,
        Data: user.raw_user_meta_data ?? {},
        ...(user.phone && { Phone: user.phone }),
        ...(oldEmail && { OldEmail: oldEmail }),
        ...(oldPhone && { OldPhone: oldPhone }),
        ...(provider && { Provider: provider }),
        ...(factorType && { FactorType: factorType }),
      });
  await sending.catch(() => {});
}

/**
 * Notifies a user of a changed address or number. A changed e-mail address is reported to the old one, so
 * that the owner of a stolen account learns of it.
 */
export async function notifyOfAddressChanges(
  context: AuthContext,
  previous: User,
  current: User,
): Promise<void> {
  const { email, phone } = previous;
  if (email && current.email && !isSameEmail(email, current.email)) {
    await notify(context, current, "email_changed", { oldEmail: email });
  }
  if (phone && current.phone && phone !== current.phone) {
    await notify(context, current, "phone_changed", { oldPhone: phone });
  }
}
