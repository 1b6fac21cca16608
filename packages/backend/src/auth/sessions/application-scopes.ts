import type { User } from "../users/users.ts";
import { scopesIn } from "./scopes.ts";
import type { Session } from "./sessions.ts";

/**
 * A user as far as the scopes of a session tell of them: all of it to a session of their own, and to an
 * application what they let it know. Rights stay (`role`, `app_metadata`), for policies read them.
 */
export function narrowed(user: User, session: Session | undefined): User {
  if (!session?.oauth_client_id) return user;
  const scopes = scopesIn(session.scopes);
  const [email, phone, profile] = ["email", "phone", "profile"].map((word) =>
    scopes.includes(word),
  );
  const { raw_user_meta_data: words } = user;
  const withheld = [
    ...(email ? [] : ["email", "email_verified"]),
    ...(phone ? [] : ["phone", "phone_verified"]),
  ];
  return {
    ...user,
    ...(email ? {} : { email: null, email_confirmed_at: null }),
    ...(phone ? {} : { phone: null, phone_confirmed_at: null }),
    ...(email || phone ? {} : { confirmed_at: null }),
    raw_user_meta_data: Object.fromEntries(
      Object.entries(profile ? (words ?? {}) : {}).filter(([name]) => !withheld.includes(name)),
    ),
    // Nothing of what the user is about to change, or was sent.
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
