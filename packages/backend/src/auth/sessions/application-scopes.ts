import type { User } from "../users/users.ts";
import { scopesIn } from "./scopes.ts";
import type { Session } from "./sessions.ts";

/**
 * Returns the part of a user that a session's scopes allow. For the user's own session this is everything, and for an
 * application it is what the user has consented to. `role` and `app_metadata` stay, because policies read them.
 */
export function narrowUser(user: User, session: Session | undefined): User {
  if (!session?.oauth_client_id) return user;
  const scopes = scopesIn(session.scopes);
  const [includesEmail, includesPhone, includesProfile] = ["email", "phone", "profile"].map(
    (scope) => scopes.includes(scope),
  );
  const { raw_user_meta_data: metadata } = user;
  const hiddenEntries = [
    ...(includesEmail ? [] : ["email", "email_verified"]),
    ...(includesPhone ? [] : ["phone", "phone_verified"]),
  ];
  return {
    ...user,
    ...(includesEmail ? {} : { email: null, email_confirmed_at: null }),
    ...(includesPhone ? {} : { phone: null, phone_confirmed_at: null }),
    ...(includesEmail || includesPhone ? {} : { confirmed_at: null }),
    raw_user_meta_data: Object.fromEntries(
      Object.entries(includesProfile ? (metadata ?? {}) : {}).filter(
        ([name]) => !hiddenEntries.includes(name),
      ),
    ),
    // Also hide pending changes and the times of messages.
    email_change: "",
    email_change_sent_at: null,
    phone_change: "",
    phone_change_sent_at: null,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
  };
}
