import type { Context } from "hono";
import { z } from "zod";
import { softDeleteUser } from "../../accounts/soft-deletion.ts";
import { recordAudit, traitsOf } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { badRequest, failureHandler } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { addCursorHeader, isCursorRequest, readCursor } from "../../request/cursor-parameters.ts";
import { addPageHeaders, readPage } from "../../request/page-parameters.ts";
import { readParams } from "../../request/parameters.ts";
import { factorsOf } from "../../users/factors.ts";
import { identitiesOf } from "../../users/identities.ts";
import { type Direction, findUsers, findUsersAfter } from "../../users/list.ts";
import { renderUser } from "../../users/user-json.ts";
import { defaultAudience, deleteUser, lockUser, type User } from "../../users/users.ts";
import { requireUserOfPath } from "./user-of-path.ts";

/** `GET /admin/users`: lists a page of users, newest first. */
export async function listUsers(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const audience = c.req.header("x-jwt-aud") || defaultAudience;
  const order = readOrder(c.req.queries("sort"));
  const query = { audience, filter: c.req.query("filter") ?? "", order };
  const onFailure = failureHandler("Database error finding users");
  if (isCursorRequest(c)) {
    const position = readCursor(c);
    const { users, next } = await findUsersAfter(context.database, query, position).catch(
      onFailure,
    );
    return c.json({
      users: users.map(renderListedUser),
      aud: audience,
      pagination: addCursorHeader(c, "/admin/users", next),
    });
  }
  const page = readPage(c);
  const { rows, total } = await findUsers(context.database, query, page).catch(onFailure);
  addPageHeaders(c, "/admin/users", page, total);
  return c.json({ users: rows.map(renderListedUser), aud: audience });
}

/** As in the reference, lists omit the identities. */
const renderListedUser = (user: User) => ({ ...renderUser(user, []), identities: null });

/** Returns the sort directions that the request names. The only field to sort by is `created_at`. */
function readOrder(values: readonly string[] | undefined): readonly Direction[] {
  return (values ?? ["created_at"]).map((value) => {
    const [, field, , direction = "desc"] = value.match(/^([^ ]*)( (.*))?$/s) ?? [];
    if (field !== "created_at") throw badOrder(`bad field for sort '${field}'`);
    switch (direction.toUpperCase()) {
      case "ASC":
        return "asc";
      case "DESC":
        return "desc";
      default:
        throw badOrder(`bad direction for sort '${direction}', only 'asc' and 'desc' allowed`);
    }
  });
}

const badOrder = (reason: string) =>
  badRequest("validation_failed", `Bad Sort Parameters: ${reason}`);

/** `GET /admin/users/:user_id`. */
export async function readUser(context: AuthContext, c: Context): Promise<Response> {
  await requireAdmin(context, c);
  const user = await requireUserOfPath(context, c);
  const identities = await identitiesOf(context.database, user.id);
  return c.json(renderUser(user, identities, await factorsOf(context.database, user.id)));
}

const deletionSchema = z.object({ should_soft_delete: z.boolean().nullish() });

/**
 * `DELETE /admin/users/:user_id`: deletes a user with all their rows or, with `should_soft_delete`,
 * everything that identifies them.
 */
export async function removeUser(context: AuthContext, c: Context): Promise<Response> {
  const administrator = await requireAdmin(context, c);
  const { id } = await requireUserOfPath(context, c);
  const { should_soft_delete: isSoft } = await readParams(c, deletionSchema, { mayBeEmpty: true });
  await context.database
    .transaction(async (connection) => {
      const user = await lockUser(connection, id);
      if (!user) return;
      await recordAudit(connection, administrator, "user_deleted", traitsOf(user));
      if (!isSoft) await deleteUser(connection, id);
      else if (!user.deleted_at) await softDeleteUser(connection, user);
    })
    .catch(failureHandler(isSoft ? "Error soft deleting user" : "Database error deleting user"));
  return c.json({});
}
