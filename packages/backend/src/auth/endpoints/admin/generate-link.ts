import type { Context } from "hono";
import { z } from "zod";
import type { Connection } from "../../../database/port.ts";
import { sql } from "../../../database/sql.ts";
import { emailTaken } from "../../accounts/address-change.ts";
import { isProven, resetUnprovenAccount } from "../../accounts/possession.ts";
import { type Actor, recordAudit, userAs } from "../../audit/log.ts";
import type { Auth } from "../../context.ts";
import { AuthError, badRequest } from "../../errors.ts";
import { requireAdmin } from "../../guards/admin.ts";
import { callBeforeUserInvited } from "../../hooks/before-user-created.ts";
import { verificationLink } from "../../messages/send-token-emails.ts";
import { hashPassword, isPassword } from "../../passwords/hash.ts";
import { checkPasswordStrength } from "../../passwords/strength.ts";
import { readEmail } from "../../request/addresses.ts";
import { metadata, readParams, redirectCandidates, text } from "../../request/parameters.ts";
import { redirectTarget } from "../../request/redirects.ts";
import type { OneTimeTokenType } from "../../tokens/one-time-token-type.ts";
import { makeOneTimeToken, storeOneTimeToken } from "../../tokens/one-time-tokens.ts";
import { factorsOf } from "../../users/factors.ts";
import { identitiesOf } from "../../users/identities.ts";
import { limitMetadata } from "../../users/metadata-limit.ts";
import { renderUser } from "../../users/user-json.ts";
import {
  findOwnerOfEmail,
  findUserByEmail,
  isSameEmail,
  lockUser,
  type Metadata,
  mergeMetadata,
  type User,
  updateUser,
} from "../../users/users.ts";
import { randomPassword } from "./create-user.ts";
import { createByEmail, inviteByEmail, refuseTaken } from "./invite.ts";

/** The link types, with the token that each carries and its purpose. */
const links = {
  signup: { token: "confirmation_token", verification: "signup" },
  invite: { token: "confirmation_token", verification: "invite" },
  magiclink: { token: "recovery_token", verification: "magiclink" },
  recovery: { token: "recovery_token", verification: "recovery" },
  email_change_current: { token: "email_change_token_current", verification: "email_change" },
  email_change_new: { token: "email_change_token_new", verification: "email_change" },
} as const satisfies Record<string, { token: OneTimeTokenType; verification: string }>;

type LinkType = keyof typeof links;

const isLinkType = (type: string): type is LinkType => Object.hasOwn(links, type);

const schema = z.object({
  type: text(),
  email: text(),
  new_email: text(),
  password: text(),
  data: metadata(),
  redirect_to: text(),
});

interface LinkRequest {
  /** Absent if no account has the address. */
  readonly existing: User | undefined;
  readonly type: LinkType;
  readonly email: string;
  readonly newEmail: string;
  readonly password: string;
  readonly data: Metadata;
  readonly administrator: Actor;
}

/** `POST /admin/generate_link`: returns a link and a code, which the application sends itself. */
export async function generateLink(auth: Auth, c: Context): Promise<Response> {
  const administrator = await requireAdmin(auth, c);
  const params = await readParams(c, schema);
  const email = readEmail(params.email);
  const redirectTo = redirectTarget(auth.config, params.redirect_to, ...redirectCandidates(c));
  if (!isLinkType(params.type)) {
    throw badRequest(
      "validation_failed",
      `Invalid email action link type requested: ${params.type}`,
    );
  }
  limitMetadata(params.data ?? {});
  const existing = await findUserByEmail(auth.database, email);
  const request: LinkRequest = {
    existing,
    type: !existing && params.type === "magiclink" ? "signup" : params.type,
    email,
    newEmail: params.new_email,
    password: !existing && params.type === "magiclink" ? randomPassword() : params.password,
    data: params.data ?? {},
    administrator,
  };
  if (!existing) {
    await checkNewUser(auth, request);
    await callBeforeUserInvited(auth, email, request.data);
  }
  const password = await comparePassword(request);

  const address = request.type === "email_change_new" ? readEmail(request.newEmail) : email;
  const token = makeOneTimeToken(auth, address, { length: auth.config.auth.email.otp_length });
  const { token: type, verification } = links[request.type];
  const { user, identities, factors } = await auth.database
    .transaction(async (connection) => {
      const user = await prepareUser(auth, connection, request, password);
      const { tokenHash } = token;
      await storeOneTimeToken(connection, { userId: user.id, type, tokenHash, address });
      return {
        user,
        identities: await identitiesOf(connection, user.id),
        factors: await factorsOf(connection, user.id),
      };
    })
    .catch(refuseTaken);
  return c.json({
    ...renderUser(user, identities, factors),
    action_link: verificationLink(auth, token.tokenHash, verification, redirectTo),
    email_otp: token.code,
    hashed_token: token.tokenHash,
    verification_type: request.type,
    redirect_to: redirectTo,
  });
}

const userNotFound = () => new AuthError(404, "user_not_found", "User with this email not found");

/** @throws {AuthError} when this type of link needs an existing account */
async function checkNewUser(auth: Auth, { type, password }: LinkRequest): Promise<void> {
  if (type === "invite") return;
  if (type !== "signup") throw userNotFound();
  if (password === "") {
    throw badRequest("validation_failed", "Signup requires a valid password");
  }
  await checkPasswordStrength(auth, password);
}

interface ComparedPassword {
  /** For a new account. */
  readonly hash: string | undefined;
  /** The hash that an unconfirmed account may keep. */
  readonly kept: string | null | undefined;
}

/** Hashes or compares the password before the transaction, because hashing is slow. */
async function comparePassword({
  existing,
  type,
  password,
}: LinkRequest): Promise<ComparedPassword> {
  if (type !== "signup" || password === "") return { hash: undefined, kept: undefined };
  if (!existing) return { hash: await hashPassword(password), kept: undefined };
  const isSame = await isPassword(password, existing.encrypted_password);
  return { hash: undefined, kept: isSame ? existing.encrypted_password : undefined };
}

/** Creates or changes the user as the link requires, and returns the row. */
async function prepareUser(
  auth: Auth,
  connection: Connection,
  request: LinkRequest,
  password: ComparedPassword,
): Promise<User> {
  const { existing, type, email, data } = request;
  const now = new Date();
  if (type === "invite") {
    const { user } = await inviteByEmail(connection, request.administrator, email, data);
    return updateUser(connection, user.id, { confirmation_sent_at: user.invited_at });
  }
  if (!existing) {
    const user = await createByEmail(connection, email, data, password.hash);
    return updateUser(connection, user.id, { confirmation_sent_at: now });
  }
  const user = await lockUser(connection, existing.id);
  if (!user) throw userNotFound();
  switch (type) {
    case "signup":
      if (user.email_confirmed_at) throw emailTaken();
      return requestConfirmation(connection, user, data, password);
    case "magiclink":
    case "recovery":
      await recordAudit(connection, userAs(user), "user_recovery_requested");
      return updateUser(connection, user.id, { recovery_sent_at: now });
    case "email_change_current":
    case "email_change_new":
      return changeAddress(auth, connection, request, user);
    default:
      return type satisfies never;
  }
}

async function requestConfirmation(
  connection: Connection,
  user: User,
  data: Metadata,
  password: ComparedPassword,
): Promise<User> {
  const isContested = !isProven(user) && password.kept !== user.encrypted_password;
  const waiting = isContested ? await resetUnprovenAccount(connection, user) : user;
  const raw_user_meta_data = mergeMetadata(waiting.raw_user_meta_data, data);
  limitMetadata(raw_user_meta_data, waiting.raw_user_meta_data);
  return updateUser(connection, waiting.id, {
    confirmation_sent_at: new Date(),
    raw_user_meta_data,
  });
}

async function changeAddress(
  auth: Auth,
  connection: Connection,
  request: LinkRequest,
  user: User,
): Promise<User> {
  if (!auth.config.auth.email.double_confirm_changes && request.type === "email_change_current") {
    throw badRequest(
      "validation_failed",
      "Enable secure email change to generate link for current email",
    );
  }
  const newEmail = readEmail(request.newEmail);
  const isTheirs = isSameEmail(newEmail, user.email);
  if (isTheirs || (await findOwnerOfEmail(connection, newEmail, user.id))) throw emailTaken();
  if (newEmail !== user.email_change) {
    // A link for another new address must not confirm this one.
    await connection.query(sql`
      delete from auth.one_time_tokens where user_id = ${user.id}
        and token_type in ('email_change_token_current', 'email_change_token_new')`);
  }
  return updateUser(connection, user.id, {
    email_change: newEmail,
    email_change_sent_at: new Date(),
    email_change_confirm_status: 0,
  });
}
