import type { Context } from "hono";
import type { Connection } from "../../../database/port.ts";
import { confirmEmail } from "../../accounts/accounts.ts";
import { emailTaken } from "../../accounts/address-change.ts";
import { claimAccount } from "../../accounts/possession.ts";
import { setPassword } from "../../accounts/set-password.ts";
import { recordAudit, traitsOf } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { failureHandler } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { hashPassword } from "../../passwords/hash.ts";
import { requireStrongPassword } from "../../passwords/strength.ts";
import { readEmail, readPhone } from "../../request/addresses.ts";
import { readParams } from "../../request/parameters.ts";
import { expireSessions } from "../../sessions/sessions.ts";
import { clearOneTimeTokens } from "../../tokens/one-time-tokens.ts";
import { factorsOf } from "../../users/factors.ts";
import { identitiesOf, recordIdentity } from "../../users/identities.ts";
import { limitMetadata } from "../../users/metadata-limit.ts";
import { renderUser } from "../../users/user-json.ts";
import {
  findUserByEmail,
  isSameEmail,
  lockUser,
  mergeMetadata,
  type User,
  updateUser,
} from "../../users/users.ts";
import { readBan } from "./ban-duration.ts";
import { type Attributes, attributes, refuseLongAttribute } from "./user-attributes.ts";
import { requireUserOfPath, userNotFound } from "./user-of-path.ts";

/** `PUT /admin/users/:user_id`: changes the given attributes immediately, without sending a message. */
export async function editUser(context: AuthContext, c: Context): Promise<Response> {
  const administrator = await requireAdmin(context, c);
  const { id } = await requireUserOfPath(context, c);
  const params = await readParams(c, attributes);
  const email = params.email && readEmail(params.email);
  const phone = params.phone && readPhone(params.phone);
  const bannedUntil = readBan(params.ban_duration);
  refuseLongAttribute("role", params.role);
  if (typeof params.password === "string") await requireStrongPassword(context, params.password);
  const passwordHash = params.password ? await hashPassword(params.password) : undefined;

  const outcome = await context.database
    .transaction(async (connection) => {
      const user = await lockUser(connection, id);
      if (!user) return undefined;
      await confirm(connection, user, params);
      if (email) await setEmail(connection, user, email, params.email_confirm);
      if (phone) await setPhone(connection, user, phone, params.phone_confirm);
      const updatedUser = await updateUser(connection, id, {
        ...(params.role ? { role: params.role.trim() } : {}),
        ...(bannedUntil !== undefined ? { banned_until: bannedUntil } : {}),
      });
      if (bannedUntil) await expireSessions(connection, id);
      if (passwordHash) await setPassword(connection, updatedUser, passwordHash, undefined);
      const editedUser = await setMetadata(connection, id, params);
      await recordAudit(connection, administrator, "user_modified", traitsOf(editedUser));
      return {
        user: editedUser,
        identities: await identitiesOf(connection, id),
        factors: await factorsOf(connection, id),
      };
    })
    .catch(failureHandler("Error updating user"));
  if (!outcome) throw userNotFound();
  return c.json(renderUser(outcome.user, outcome.identities, outcome.factors));
}

async function confirm(
  connection: Connection,
  unclaimedUser: User,
  params: Attributes,
): Promise<void> {
  if (!params.email_confirm && !params.phone_confirm) return;
  const user = await claimAccount(connection, unclaimedUser, { by: "administrator" });
  if (params.email_confirm) await confirmEmail(connection, user);
  if (params.phone_confirm) {
    await clearOneTimeTokens(connection, user.id);
    await updateUser(connection, user.id, {
      phone_confirmed_at: user.phone_confirmed_at ?? new Date(),
    });
  }
}

/** Sets the e-mail address, and invalidates links sent to the old one. */
async function setEmail(
  connection: Connection,
  user: User,
  email: string,
  isConfirmed: boolean,
): Promise<void> {
  // The unique index is case-sensitive, so check for an address that differs only in case.
  const owner = await findUserByEmail(connection, email);
  if (owner && owner.id !== user.id) throw emailTaken();
  await recordIdentity(connection, user.id, "email", { email, email_verified: isConfirmed });
  await updateUser(connection, user.id, { email, is_anonymous: user.is_anonymous && !isConfirmed });
  if (!isSameEmail(email, user.email)) await clearOneTimeTokens(connection, user.id);
}

async function setPhone(
  connection: Connection,
  user: User,
  phone: string,
  isConfirmed: boolean,
): Promise<void> {
  await recordIdentity(connection, user.id, "phone", { phone, phone_verified: isConfirmed });
  await updateUser(connection, user.id, {
    phone,
    ...(isConfirmed ? { is_anonymous: false } : {}),
  });
  if (phone !== user.phone) await clearOneTimeTokens(connection, user.id);
}

/** Sets the metadata. Reads the row again first, because confirming the address has changed its metadata. */
async function setMetadata(connection: Connection, id: string, params: Attributes): Promise<User> {
  const {
    raw_app_meta_data: previousAppMetadata = null,
    raw_user_meta_data: previousUserMetadata = null,
  } = (await lockUser(connection, id)) ?? {};
  const appMetadata =
    params.app_metadata && mergeMetadata(previousAppMetadata, params.app_metadata);
  const userMetadata =
    params.user_metadata && mergeMetadata(previousUserMetadata, params.user_metadata);
  if (appMetadata) limitMetadata(appMetadata, previousAppMetadata, "App");
  if (userMetadata) limitMetadata(userMetadata, previousUserMetadata);
  return updateUser(connection, id, {
    ...(appMetadata ? { raw_app_meta_data: appMetadata } : {}),
    ...(userMetadata ? { raw_user_meta_data: userMetadata } : {}),
  });
}
