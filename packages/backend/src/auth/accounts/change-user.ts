import type { Connection } from "../../database/port.ts";
import type { Messenger } from "../../mail/transport.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import {
  AuthError,
  badRequest,
  forbidden,
  tokenUserNotFound,
  unprocessable,
  writeFailureHandler,
} from "../errors.ts";
import type { SignedInCaller } from "../identify-caller.ts";
import { startCooldown } from "../limits/cooldown.ts";
import { notify, notifyOfAddressChanges } from "../messages/notifications.ts";
import { prepareText, sendText, type TextMessage } from "../messages/send-text-messages.ts";
import { prepareEmailChange, sendTokenEmails } from "../messages/send-token-emails.ts";
import type { TokenEmail } from "../messages/token-email-kinds.ts";
import { hashPassword, verifyPassword } from "../passwords/hash.ts";
import { isOpenedByMessage, isRecent, keepSessionAlive } from "../sessions/sessions.ts";
import { type CodeChallenge, createFlowState } from "../tokens/flow-states.ts";
import { needsSecondFactor } from "../users/factors.ts";
import { recordProviders } from "../users/identities.ts";
import { limitMetadata } from "../users/metadata-limit.ts";
import {
  findOwnerOfEmail,
  findUserByPhone,
  lockUser,
  type Metadata,
  mergeMetadata,
  type User,
  updateUser,
} from "../users/users.ts";
import {
  changeEmail,
  changePhone,
  emailTaken,
  phoneTaken,
  recordChangeSession,
} from "./address-change.ts";
import { type EnteredNonce, requireNonce } from "./nonce.ts";
import { reservesAddress } from "./possession.ts";
import { reclaimAccount } from "./recovery.ts";
import { setPassword } from "./set-password.ts";

/** A change that a user makes to their own account. */
export interface UserChange {
  /** Undefined if the address stays the same. */
  readonly newEmail: string | undefined;
  readonly newPhone: string | undefined;
  /** The channel that delivers the code to the new number. */
  readonly messenger: Messenger;
  readonly passwordHash: string | undefined;
  readonly metadata: Metadata | null | undefined;
  readonly nonce: EnteredNonce;
  readonly codeChallenge: CodeChallenge | undefined;
  readonly redirectTo: string;
}

/**
 * Applies a user's change in one transaction, and then sends its messages and notifications.
 *
 * @throws {AuthError}
 */
export async function applyUserChange(
  context: AuthContext,
  caller: SignedInCaller,
  change: UserChange,
): Promise<User> {
  const {
    newEmail,
    newPhone,
    messenger,
    passwordHash,
    metadata,
    nonce,
    codeChallenge,
    redirectTo,
  } = change;
  const { email: emailConfig, sms } = context.config.auth;
  if (newEmail && !(caller.user.is_anonymous && !emailConfig.enable_confirmations)) {
    await startCooldown(context, "email", newEmail, ["email_change"]);
  }
  if (newPhone && sms.enable_confirmations) {
    await startCooldown(context, "sms", newPhone, ["phone_change"]);
  }
  const changeInTransaction = async (connection: Connection) => {
    let user = await lockUser(connection, caller.user.id);
    if (!user) throw tokenUserNotFound();
    await keepSessionAlive(connection, caller.session?.id);
    let tokenEmails: TokenEmail[] = [];
    let message: TextMessage | undefined;
    let unlinkedProviders: readonly string[] = [];
    const isSensitive = passwordHash || addsAddress(context, user, { newEmail, newPhone });
    if (isSensitive && requiresNonce(context, caller)) {
      if (nonce.nonce === "") {
        const task = passwordHash ? "Password update" : "A new address";
        throw badRequest("reauthentication_needed", `${task} requires reauthentication`);
      }
      await requireNonce(context, connection, caller.user, nonce);
    }
    if (passwordHash) {
      user = await setPassword(connection, user, passwordHash, caller.session);
      await recordAudit(connection, userActor(user), "user_updated_password");
      const sessionId = caller.session?.id;
      const reclaimedAccount =
        sessionId && (await reclaimAccount(context, connection, user, sessionId));
      if (reclaimedAccount) ({ user, unlinkedProviders } = reclaimedAccount);
    }
    if (metadata) {
      const raw_user_meta_data = mergeMetadata(user.raw_user_meta_data, metadata);
      limitMetadata(raw_user_meta_data, user.raw_user_meta_data);
      user = await updateUser(connection, user.id, { raw_user_meta_data });
    }
    if (newEmail && user.is_anonymous && !context.config.auth.email.enable_confirmations) {
      const userWithChange = await updateUser(connection, user.id, { email_change: newEmail });
      user = await recordProviders(
        connection,
        await changeEmail(context, connection, userWithChange),
      );
    } else if (newEmail) {
      if (codeChallenge) {
        await createFlowState(connection, {
          providerType: "email_change",
          authenticationMethod: "email_change",
          codeChallenge,
          userId: user.id,
        });
      }
      const change = { newEmail, redirectTo, pkce: codeChallenge !== undefined };
      tokenEmails = await prepareEmailChange(context, connection, user, change);
      await recordChangeSession(connection, user.id, "email", caller.session?.id);
    }
    if (newPhone && !context.config.auth.sms.enable_confirmations) {
      const userWithChange = await updateUser(connection, user.id, { phone_change: newPhone });
      user = await recordProviders(
        connection,
        await changePhone(context, connection, userWithChange),
      );
    } else if (newPhone) {
      message = await prepareText(context, connection, user, {
        kind: "phone_change",
        phone: newPhone,
        messenger,
      });
      await recordChangeSession(connection, user.id, "phone", caller.session?.id);
    }
    const updatedUser = (await lockUser(connection, user.id)) ?? user;
    await recordAudit(connection, userActor(updatedUser), "user_modified");
    return { user: updatedUser, tokenEmails, message, unlinkedProviders };
  };
  const outcome = await context.database
    .transaction(changeInTransaction)
    .catch(
      writeFailureHandler(passwordHash ? "Error during password storage" : "Error updating user"),
    );
  const { user, tokenEmails, message, unlinkedProviders } = outcome;
  await sendTokenEmails(context, tokenEmails);
  if (message) await sendText(context, message);
  if (passwordHash) await notify(context, user, "password_changed");
  for (const provider of unlinkedProviders)
    await notify(context, user, "identity_unlinked", { provider });
  await notifyOfAddressChanges(context, caller.user, user);
  return user;
}

/** The changes that a user requests. Address, number and nonce are empty if the request does not contain them. */
interface RequestedChanges {
  readonly app_metadata?: object | null | undefined;
  readonly email: string;
  readonly phone: string;
  readonly nonce: string;
  readonly password?: string | null | undefined;
}

/** @throws {AuthError} if the user may not make the change */
export async function refuseForbiddenChanges(
  context: AuthContext,
  { user, session }: SignedInCaller,
  changes: RequestedChanges & Pick<UserChange, "newEmail" | "newPhone">,
): Promise<void> {
  const { newEmail, newPhone } = changes;
  if (changes.app_metadata) {
    throw forbidden("not_admin", "Updating app_metadata requires admin privileges");
  }
  if (
    (changes.password || newEmail || newPhone) &&
    (await needsSecondFactor(context.database, user.id, session))
  ) {
    throw new AuthError(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
  }
  if (user.is_anonymous && changes.password && !changes.email && !changes.phone) {
    throw unprocessable(
      "validation_failed",
      "Updating password of an anonymous user without an email or phone is not allowed",
    );
  }
  if (user.is_sso_user && (changes.password || newEmail || newPhone || changes.nonce)) {
    throw unprocessable(
      "user_sso_managed",
      "Updating email, phone, password of a SSO account only possible via SSO",
    );
  }
  // With confirmations, a change to a taken address is accepted like any other, and only the person who reads the
  // message learns that the address is taken (docs/decisions/0003).
  if (newEmail && !context.config.auth.email.enable_confirmations) {
    const owner = await findOwnerOfEmail(context.database, newEmail, user.id);
    if (owner && (await reservesAddress(context, context.database, owner))) throw emailTaken();
  }
  if (newPhone && !context.config.auth.sms.enable_confirmations) {
    const owner = await findUserByPhone(context.database, newPhone);
    if (owner && (await reservesAddress(context, context.database, owner))) throw phoneTaken();
  }
}

/**
 * Returns the hash of a user's new password.
 *
 * @throws {AuthError} if the current password is required and wrong, or if the new password is the current one
 */
export async function hashNewPassword(
  context: AuthContext,
  { user, session }: SignedInCaller,
  password: string,
  currentPassword: string,
): Promise<string> {
  const requiresCurrentPassword =
    context.requiresCurrentPassword || context.config.auth.email.require_current_password;
  if (requiresCurrentPassword && user.encrypted_password) {
    const forgotPassword = session && (await isOpenedByMessage(context.database, session.id));
    if (!forgotPassword) await requirePassword(user, currentPassword);
  }
  if (await verifyPassword(password, user.encrypted_password)) {
    throw unprocessable("same_password", "New password should be different from the old password.");
  }
  return hashPassword(password);
}

async function requirePassword(user: User, enteredPassword: string): Promise<void> {
  const message = "Current password required when setting new password.";
  if (enteredPassword === "") throw badRequest("current_password_required", message);
  if (!(await verifyPassword(enteredPassword, user.encrypted_password))) {
    throw badRequest("current_password_invalid", message);
  }
}

/**
 * Returns whether the change adds an address that no existing address has to confirm. With an old session, a thief
 * could confirm an address of their own to get a recent session.
 */
function addsAddress(
  { config }: AuthContext,
  { email, is_anonymous: isAnonymous }: User,
  { newEmail, newPhone }: { newEmail: string | undefined; newPhone: string | undefined },
): boolean {
  if (isAnonymous) return false;
  const confirmsOldAddress = config.auth.email.double_confirm_changes && email;
  return Boolean((newEmail && !confirmsOldAddress) || newPhone);
}

/** Returns whether a nonce is required: for a session older than a day, or a token without a session. */
function requiresNonce({ config }: AuthContext, { session }: SignedInCaller): boolean {
  if (!config.auth.email.secure_password_change) return false;
  return !session || !isRecent(session);
}
