import type { Connection } from "../../database/port.ts";
import { type Actor, recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, badRequest } from "../errors.ts";
import { hashPassword, verifyPassword } from "../passwords/hash.ts";
import { requireStrongPassword } from "../passwords/strength.ts";
import { readEmail } from "../request/addresses.ts";
import type { OneTimeTokenType } from "../tokens/one-time-token-type.ts";
import { deleteEmailChangeTokens } from "../tokens/one-time-tokens.ts";
import { limitMetadata } from "../users/metadata-limit.ts";
import {
  findOwnerOfEmail,
  isSameEmail,
  lockUser,
  type Metadata,
  mergeMetadata,
  type User,
  updateUser,
} from "../users/users.ts";
import { emailTaken } from "./address-change.ts";
import { createByEmail, inviteByEmail } from "./invitation.ts";
import { isProven, resetUnprovenAccount } from "./possession.ts";

/** The link types, with the token that each carries and its purpose. */
export const linkTypes = {
  signup: { token: "confirmation_token", verification: "signup" },
  invite: { token: "confirmation_token", verification: "invite" },
  magiclink: { token: "recovery_token", verification: "magiclink" },
  recovery: { token: "recovery_token", verification: "recovery" },
  email_change_current: { token: "email_change_token_current", verification: "email_change" },
  email_change_new: { token: "email_change_token_new", verification: "email_change" },
} as const satisfies Record<string, { token: OneTimeTokenType; verification: string }>;

type LinkType = keyof typeof linkTypes;

export const isLinkType = (type: string): type is LinkType => Object.hasOwn(linkTypes, type);

/** An administrator's request for a link. */
export interface LinkRequest {
  /** Undefined if no account has the address. */
  readonly existing: User | undefined;
  readonly type: LinkType;
  readonly email: string;
  readonly newEmail: string;
  readonly password: string;
  readonly data: Metadata;
  readonly administrator: Actor;
}

const userNotFound = () => new AuthError(404, "user_not_found", "User with this email not found");

/** @throws {AuthError} 404 if this type of link needs an existing account, 400 or 422 if the password is refused */
export async function requireValidNewUser(
  context: AuthContext,
  { type, password }: LinkRequest,
): Promise<void> {
  if (type === "invite") return;
  if (type !== "signup") throw userNotFound();
  if (password === "") {
    throw badRequest("validation_failed", "Signup requires a valid password");
  }
  await requireStrongPassword(context, password);
}

interface ComparedPassword {
  /** The password hash of a new account. */
  readonly hash: string | undefined;
  /** The hash of the existing account, if the password matches it. */
  readonly matchingHash: string | null | undefined;
}

/** Hashes or compares the password before the transaction, because hashing is slow. */
export async function hashOrComparePassword({
  existing,
  type,
  password,
}: LinkRequest): Promise<ComparedPassword> {
  if (type !== "signup" || password === "") return { hash: undefined, matchingHash: undefined };
  if (!existing) return { hash: await hashPassword(password), matchingHash: undefined };
  const isMatching = await verifyPassword(password, existing.encrypted_password);
  return { hash: undefined, matchingHash: isMatching ? existing.encrypted_password : undefined };
}

/** Creates or changes the user as the link requires, and returns the row. */
export async function prepareUser(
  context: AuthContext,
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
      await recordAudit(connection, userActor(user), "user_recovery_requested");
      return updateUser(connection, user.id, { recovery_sent_at: now });
    case "email_change_current":
    case "email_change_new":
      return changeAddress(context, connection, request, user);
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
  const isContested = !isProven(user) && password.matchingHash !== user.encrypted_password;
  const resetUser = isContested ? await resetUnprovenAccount(connection, user) : user;
  const raw_user_meta_data = mergeMetadata(resetUser.raw_user_meta_data, data);
  limitMetadata(raw_user_meta_data, resetUser.raw_user_meta_data);
  return updateUser(connection, resetUser.id, {
    confirmation_sent_at: new Date(),
    raw_user_meta_data,
  });
}

async function changeAddress(
  context: AuthContext,
  connection: Connection,
  request: LinkRequest,
  user: User,
): Promise<User> {
  if (
    !context.config.auth.email.double_confirm_changes &&
    request.type === "email_change_current"
  ) {
    throw badRequest(
      "validation_failed",
      "Enable secure email change to generate link for current email",
    );
  }
  const newEmail = readEmail(request.newEmail);
  const isCurrentEmail = isSameEmail(newEmail, user.email);
  if (isCurrentEmail || (await findOwnerOfEmail(connection, newEmail, user.id))) throw emailTaken();
  if (newEmail !== user.email_change) {
    // A link for another new address must not confirm this one.
    await deleteEmailChangeTokens(connection, user.id);
  }
  return updateUser(connection, user.id, {
    email_change: newEmail,
    email_change_sent_at: new Date(),
    email_change_confirm_status: 0,
  });
}
