import type { Context } from "hono";
import type { AuthContext } from "../../context.ts";
import { AuthError } from "../../errors.ts";
import { uuid } from "../../request/parameters.ts";
import { findUser, type User } from "../../users/users.ts";

/**
 * Returns the user that the path names.
 *
 * @throws {AuthError} 404 when no user has that id
 */
export async function requireUserOfPath(context: AuthContext, c: Context): Promise<User> {
  const id = c.req.param("user_id") ?? "";
  if (!uuid.test(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const user = await findUser(context.database, id);
  if (!user) throw userNotFound();
  return user;
}

export const userNotFound = () => new AuthError(404, "user_not_found", "User not found");
