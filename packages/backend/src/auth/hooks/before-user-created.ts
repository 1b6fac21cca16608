import { randomUUID } from "node:crypto";
import type { Auth } from "../context.ts";
import { defaultAudience, findUserByEmail, type Metadata } from "../users/users.ts";

/** The user about to be made. */
export interface Newcomer {
  /** A UUID; generated if not known yet. */
  readonly id?: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
  readonly isAnonymous?: boolean;
}

/** Go's text for an unset time. */
const never = "0001-01-01T00:00:00Z";

/**
 * Lets the hook `before_user_created` refuse a new user. Users that administrators make themselves are
 * not checked.
 *
 * @throws {AuthError} if the hook refuses
 */
export async function askBeforeCreating(auth: Auth, newcomer: Newcomer): Promise<void> {
  await auth.hooks.ask("before_user_created", {
    user: {
      id: newcomer.id ?? randomUUID(),
      aud: defaultAudience,
      role: "",
      email: newcomer.email ?? "",
      phone: newcomer.phone ?? "",
      app_metadata: newcomer.appMetadata,
      user_metadata: newcomer.userMetadata,
      identities: [],
      created_at: never,
      updated_at: never,
      is_anonymous: newcomer.isAnonymous ?? false,
    },
  });
}

/**
 * Lets the hook `before_user_created` refuse a new user whom an administrator invites, or makes a sign-up
 * link for.
 */
export async function askBeforeInviting(auth: Auth, email: string, data: Metadata): Promise<void> {
  if (!auth.hooks.isEnabled("before_user_created")) return;
  if (await findUserByEmail(auth.database, email)) return;
  const appMetadata = { provider: "email", providers: ["email"] };
  await askBeforeCreating(auth, { email, appMetadata, userMetadata: data });
}
