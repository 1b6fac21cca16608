import type { NotificationKind } from "../../mail/templates/built-in.ts";
import type { Auth } from "../context.ts";
import type { User } from "../users/users.ts";
import { notifyByHook } from "./send-hooks.ts";

/** What a notice says besides whose account it is about. */
export interface NoticeDetails {
  readonly oldEmail?: string;
  readonly oldPhone?: string;
  /** Of an identity that came or went. */
  readonly provider?: string;
  readonly factorType?: string;
}

/**
 * Tells somebody by e-mail what happened to their account, where the project wants that
 * (`[auth.email.notification]`). The change stands even if the message cannot be sent.
 *
 * @param to the account's address, unless the news is for another one
 */
export async function notify(
  auth: Auth,
  user: User,
  kind: NotificationKind,
  details: NoticeDetails = {},
  to: string | null = user.email,
): Promise<void> {
  if (!to) return;
  const { oldEmail, oldPhone, provider, factorType } = details;
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
 * Tells of an address or a number that is another one now. News of the e-mail address goes to the old
 * one: if somebody took the account away, its owner reads that.
 */
export async function notifyOfAddresses(auth: Auth, before: User, after: User): Promise<void> {
  const { email, phone } = before;
  if (email && after.email && email !== after.email) {
    await notify(auth, after, "email_changed", { oldEmail: email }, email);
  }
  if (phone && after.phone && phone !== after.phone) {
    await notify(auth, after, "phone_changed", { oldPhone: phone });
  }
}
