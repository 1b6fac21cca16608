import { administratorActor, recordAudit, traitsOf } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { notify } from "../messages/notifications.ts";
import { endSessions } from "../sessions/sessions.ts";
import { lockUser, type User } from "../users/users.ts";
import { cancelChangesOfOtherSessions } from "./address-change.ts";
import { removeIdentity } from "./unlinking.ts";

/**
 * The administrative actions on an account that the Auth API has no endpoint for. They have the same effects as the
 * owner's own actions, and are recorded in the audit log.
 */
export interface Administration {
  /**
   * Ends one session of a user, or all of them.
   *
   * @throws {AuthError} 404 if the user does not exist
   */
  endSessions(userId: string, sessionId?: string): Promise<void>;
  /**
   * Unlinks an identity from an account, also in a project without `enable_manual_linking`.
   *
   * @throws {AuthError} if the user does not exist, or the identity must not be unlinked
   */
  unlinkIdentity(userId: string, identityId: string): Promise<void>;
}

const administrator = administratorActor("service_role");

export function createAdministration(context: AuthContext): Administration {
  const { database } = context;
  return {
    async endSessions(userId, sessionId) {
      await database.transaction(async (connection) => {
        const user = requireExisting(await lockUser(connection, userId));
        const traits = {
          ...traitsOf(user),
          ...(sessionId !== undefined && { session_id: sessionId }),
        };
        await recordAudit(connection, administrator, "logout", traits);
        await endSessions(connection, userId, sessionId ? "local" : "global", sessionId);
        if (!sessionId) await cancelChangesOfOtherSessions(connection, userId, undefined);
      });
    },
    async unlinkIdentity(userId, identityId) {
      const { user, provider } = await database.transaction(async (connection) => {
        const user = requireExisting(await lockUser(connection, userId));
        return {
          user,
          provider: await removeIdentity(context, connection, user, identityId, administrator),
        };
      });
      await notify(context, user, "identity_unlinked", { provider });
    },
  };
}

function requireExisting(user: User | undefined): User {
  if (!user) throw new AuthError(404, "user_not_found", "User not found");
  return user;
}
