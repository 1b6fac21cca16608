import { type Factor, renderFactor } from "./factors.ts";
import type { Identity } from "./identities.ts";
import type { User } from "./users.ts";

/** Returns the JSON of a user (supabase/auth, `internal/models/user.go`). Empty timestamps are left out. */
export function renderUser(
  user: User,
  identities: readonly Identity[],
  factors: readonly Factor[] = [],
): object {
  return {
    id: user.id,
    aud: user.aud ?? "",
    role: user.role ?? "",
    email: user.email ?? "",
    ...withoutEmpty({ email_confirmed_at: user.email_confirmed_at, invited_at: user.invited_at }),
    phone: user.phone ?? "",
    ...withoutEmpty({
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.phone_change,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(factors.length > 0 ? { factors: factors.map(renderFactor) } : {}),
    identities: identities.map(renderIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...withoutEmpty({ banned_until: user.banned_until, deleted_at: user.deleted_at }),
    is_anonymous: user.is_anonymous,
  };
}

function renderIdentity(identity: Identity): object {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    ...(Object.keys(identity.identity_data).length > 0
      ? { identity_data: identity.identity_data }
      : {}),
    provider: identity.provider,
    ...withoutEmpty({ last_sign_in_at: identity.last_sign_in_at }),
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...withoutEmpty({ email: identity.email }),
  };
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== ""),
  );
}
