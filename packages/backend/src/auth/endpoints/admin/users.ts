import { createHash } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { Connection } from "../../../database/port.ts";
import { join, type Sql, sql } from "../../../database/sql.ts";
import { recordAudit, traitsOf } from "../../audit/log.ts";
import type { Auth } from "../../context.ts";
import { AuthError, badRequest, refusedBy } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { addPageHeaders, limitTo, readPage } from "../../request/pages.ts";
import { readParams, uuid } from "../../request/parameters.ts";
import { endSessions } from "../../sessions/sessions.ts";
import { clearOneTimeTokens } from "../../tokens/one-time-tokens.ts";
import { factorsOf } from "../../users/factors.ts";
import { identitiesOf } from "../../users/identities.ts";
import { renderUser } from "../../users/user-json.ts";
import { defaultAudience, findUser, lockUser, type User, updateUser } from "../../users/users.ts";

/** The length of the columns `email` and `aud`, in characters. */
const maxFilterLength = 255;

/** `GET /admin/users`: lists a page of users, newest first. */
export async function listUsers(auth: Auth, c: Context): Promise<Response> {
  await requireAdmin(auth, c);
  const aud = c.req.header("x-jwt-aud") || defaultAudience;
  const order = readOrder(c.req.queries("sort"));
  const page = readPage(c);
  const filter = c.req.query("filter") ?? "";
  const pattern = `%${filter}%`;
  const listed = sql`from auth.users where aud = ${aud.slice(0, maxFilterLength + 1)} and ${
    filter === ""
      ? sql`true`
      : filter.length > maxFilterLength
        ? sql`false`
        : sql`(email like ${pattern} or raw_user_meta_data ->> 'full_name' ilike ${pattern})`
  }`;
  const { rows, total } = await auth.database
    .transaction(
      async (connection) => {
        const { rows } = await connection.query<User>(
          sql`select * ${listed} order by ${order} ${limitTo(page)}`,
        );
        const count = await connection.query<{ total: number }>(
          sql`select count(*) as total ${listed}`,
        );
        return { rows, total: Number(count.rows[0]?.total ?? 0) };
      },
      { isolation: "repeatable read", readOnly: true },
    )
    .catch(refusedBy("Database error finding users"));
  addPageHeaders(c, "/admin/users", page, total);
  // As in the reference, lists omit the identities.
  return c.json({
    users: rows.map((user) => ({ ...renderUser(user, []), identities: null })),
    aud,
  });
}

/** Only `created_at` can be sorted by. The id breaks ties, so that pages are stable. */
function readOrder(values: readonly string[] | undefined): Sql {
  const fields = (values ?? ["created_at"]).map((value): Sql => {
    const [, field, , direction = "desc"] = value.match(/^([^ ]*)( (.*))?$/s) ?? [];
    if (field !== "created_at") throw badOrder(`bad field for sort '${field}'`);
    switch (direction.toUpperCase()) {
      case "ASC":
        return sql`created_at asc`;
      case "DESC":
        return sql`created_at desc`;
      default:
        throw badOrder(`bad direction for sort '${direction}', only 'asc' and 'desc' allowed`);
    }
  });
  return join([...fields, sql`id`]);
}

const badOrder = (reason: string) =>
  badRequest("validation_failed", `Bad Sort Parameters: ${reason}`);

/** `GET /admin/users/:user_id`. */
export async function readUser(auth: Auth, c: Context): Promise<Response> {
  await requireAdmin(auth, c);
  const user = await userOfPath(auth, c);
  const identities = await identitiesOf(auth.database, user.id);
  return c.json(renderUser(user, identities, await factorsOf(auth.database, user.id)));
}

/** @throws {AuthError} 404 when no user has that id */
export async function userOfPath(auth: Auth, c: Context): Promise<User> {
  const id = c.req.param("user_id") ?? "";
  if (!uuid.test(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const user = await findUser(auth.database, id);
  if (!user) throw userNotFound();
  return user;
}

export const userNotFound = () => new AuthError(404, "user_not_found", "User not found");

const deletion = z.object({ should_soft_delete: z.boolean().nullish() });

/**
 * `DELETE /admin/users/:user_id`: deletes a user with all their rows or, with `should_soft_delete`,
 * everything that identifies them.
 */
export async function deleteUser(auth: Auth, c: Context): Promise<Response> {
  const administrator = await requireAdmin(auth, c);
  const { id } = await userOfPath(auth, c);
  const { should_soft_delete: isSoft } = await readParams(c, deletion, { mayBeEmpty: true });
  await auth.database
    .transaction(async (connection) => {
      const user = await lockUser(connection, id);
      if (!user) return;
      await recordAudit(connection, administrator, "user_deleted", traitsOf(user));
      if (!isSoft) await connection.query(sql`delete from auth.users where id = ${id}`);
      else if (!user.deleted_at) await softDeleteUser(connection, user);
    })
    .catch(refusedBy(isSoft ? "Error soft deleting user" : "Database error deleting user"));
  return c.json({});
}

/**
 * Removes everything about a user except the row that other tables refer to. Replaces the addresses with
 * hashes, which frees them for other users while the row can still be found by address (supabase/auth,
 * `SoftDeleteUser`).
 */
async function softDeleteUser(connection: Connection, user: User): Promise<void> {
  const hashed = (value: string | null) =>
    createHash("sha256")
      .update(user.id + (value ?? ""))
      .digest("base64url");
  const hashedPhone = (value: string | null) => hashed(value).slice(0, 15);
  await updateUser(connection, user.id, {
    email: hashed(user.email),
    phone: hashedPhone(user.phone),
    email_change: hashed(user.email_change),
    phone_change: hashedPhone(user.phone_change),
    encrypted_password: null,
    raw_user_meta_data: {},
    raw_app_meta_data: {},
    deleted_at: new Date(),
  });
  await clearOneTimeTokens(connection, user.id);
  for (const { id, provider, provider_id: providerId } of await identitiesOf(connection, user.id)) {
    await connection.query(sql`
      update auth.identities
      set identity_data = '{}', provider_id = ${hashed(`${provider}:${providerId}`)}
      where id = ${id}`);
  }
  await connection.query(sql`delete from auth.mfa_factors where user_id = ${user.id}`);
  await connection.query(sql`delete from auth.webauthn_credentials where user_id = ${user.id}`);
  await endSessions(connection, user.id, "global", undefined);
}
