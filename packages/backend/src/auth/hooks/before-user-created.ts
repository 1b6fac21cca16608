import { randomUUID } from "node:crypto";
import type { AuthContext } from "../context.ts";
import { defaultAudience, findUserByEmail, type Metadata } from "../users/users.ts";

/** The user about to be created. */
export interface UserToCreate {
  /** A UUID, generated if absent. */
  readonly id?: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly appMetadata: Metadata;
  readonly userMetadata: Metadata;
  readonly isAnonymous?: boolean;
}

/** Go's JSON for an unset time. */
const unsetTime = "0001-01-01T00:00:00Z";

/**
 * Calls the hook `before_user_created`, which may refuse a new user. It is not called for users that
 * administrators create.
 *
 * @throws {AuthError} if the hook refuses
 */
export async function callBeforeUserCreated(
  context: AuthContext,
  user: UserToCreate,
): Promise<void> {
  await context.hooks.call("before_user_created", {
    user: {
      id: user.id ?? randomUUID(),
      aud: defaultAudience,
      role: "",
      email: user.email ?? "",
      phone: user.phone ?? "",
      app_metadata: user.appMetadata,
      user_metadata: user.userMetadata,
      identities: [],
      created_at: unsetTime,
      updated_at: unsetTime,
      is_anonymous: user.isAnonymous ?? false,
    },
  });
}

/** Calls the hook `before_user_created` for a user created by an admin invitation or a generated sign-up link. */
export async function callBeforeUserInvited(
  context: AuthContext,
  email: string,
  data: Metadata,
): Promise<void> {
  if (!context.hooks.isEnabled("before_user_created")) return;
  if (await findUserByEmail(context.database, email)) return;
  const appMetadata = { provider: "email", providers: ["email"] };
  await callBeforeUserCreated(context, { email, appMetadata, userMetadata: data });
}
