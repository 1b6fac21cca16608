import type { Context } from "hono";
import { confirmEmail } from "../../accounts/accounts.ts";
import { emailTaken } from "../../accounts/address-change.ts";
import { recordAudit, traitsOf } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { badRequest, failure, failureHandler, unprocessable } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { hashPassword, isSupportedHash, randomPassword } from "../../passwords/hash.ts";
import { readEmail, readPhone } from "../../request/addresses.ts";
import { readParams, uuid } from "../../request/parameters.ts";
import { identitiesOf, recordIdentity } from "../../users/identities.ts";
import { limitMetadata } from "../../users/metadata-limit.ts";
import { renderUser } from "../../users/user-json.ts";
import {
  createUser,
  defaultAudience,
  findOwnerOfEmail,
  findUserByPhone,
  mergeMetadata,
  updateUser,
} from "../../users/users.ts";
import { readBan } from "./ban-duration.ts";
import { type Attributes, attributes, refuseLongAttribute } from "./user-attributes.ts";

/** `POST /admin/users`: creates a user without sending a message. */
export async function addUser(context: AuthContext, c: Context): Promise<Response> {
  const administrator = await requireAdmin(context, c);
  const params = await readParams(c, attributes);
  if (params.email === "" && params.phone === "") {
    throw badRequest("validation_failed", "Cannot create a user without either an email or phone");
  }
  const email = params.email && readEmail(params.email);
  if (email && (await findOwnerOfEmail(context.database, email))) throw emailTaken();
  const phone = params.phone && readPhone(params.phone);
  if (phone && (await findUserByPhone(context.database, phone))) {
    throw unprocessable("phone_exists", "Phone number already registered by another user");
  }
  const passwordHash = await readPassword(params);
  const id = readId(params.id);
  const bannedUntil = readBan(params.ban_duration);
  const audience = params.aud || c.req.header("x-jwt-aud") || defaultAudience;
  refuseLongAttribute("aud", audience);
  limitMetadata(params.user_metadata ?? {});
  limitMetadata(params.app_metadata ?? {}, null, "App");
  refuseLongAttribute("role", params.role);

  const { user, identities } = await context.database
    .transaction(async (connection) => {
      const providers = [...(email ? ["email"] : []), ...(phone ? ["phone"] : [])];
      const createdUser = await createUser(connection, {
        ...(id ? { id } : {}),
        audience,
        ...(params.role ? { role: params.role.trim() } : {}),
        ...(email ? { email } : {}),
        ...(phone ? { phone } : {}),
        passwordHash,
        appMetadata: mergeMetadata(
          { provider: providers[0], providers },
          params.app_metadata ?? {},
        ),
        userMetadata: params.user_metadata ?? {},
      });
      if (email) await recordIdentity(connection, createdUser.id, "email", { email });
      if (phone) await recordIdentity(connection, createdUser.id, "phone", { phone });
      if (params.email_confirm) await confirmEmail(connection, createdUser);
      const user = await updateUser(connection, createdUser.id, {
        ...(params.phone_confirm ? { phone_confirmed_at: new Date() } : {}),
        ...(bannedUntil ? { banned_until: bannedUntil } : {}),
      });
      const traits = { ...traitsOf(user), provider: providers[0] };
      await recordAudit(connection, administrator, "user_signedup", traits);
      return { user, identities: await identitiesOf(connection, user.id) };
    })
    .catch(failureHandler("Database error creating new user"));
  return c.json(renderUser(user, identities));
}

/**
 * Returns the password hash to store. As in the reference, a user created without a password gets the hash of a random
 * one, which distinguishes them from users who sign in with a provider and have none.
 */
async function readPassword(params: Attributes): Promise<string> {
  const { password, password_hash: passwordHash } = params;
  if (typeof password === "string" && passwordHash !== "") {
    throw badRequest("validation_failed", "Only a password or a password hash should be provided");
  }
  if (passwordHash !== "") {
    if (!isSupportedHash(passwordHash)) {
      throw failure(
        "Error creating user",
        new Error("The format of the password hash is not supported."),
      );
    }
    return passwordHash;
  }
  if (password && Buffer.byteLength(password) > 72) {
    throw badRequest("validation_failed", "bcrypt: password length exceeds 72 bytes");
  }
  return hashPassword(password || randomPassword());
}

function readId(id: string): string {
  if (id !== "" && !uuid.test(id)) {
    throw badRequest("validation_failed", "ID must conform to the uuid v4 format");
  }
  if (/^[0-]+$/.test(id)) throw badRequest("validation_failed", "ID cannot be a nil uuid");
  return id;
}
