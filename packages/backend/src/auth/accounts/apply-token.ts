import type { Connection } from "../../database/port.ts";
import { recordAudit, userActor } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { invalidCode, writeFailureHandler } from "../errors.ts";
import type { OneTimeTokenType } from "../tokens/one-time-token-type.ts";
import { type ConsumedToken, clearOneTimeTokens } from "../tokens/one-time-tokens.ts";
import { emailOf, identitiesOf, recordProviders, updateIdentityData } from "../users/identities.ts";
import { findUser, isSameEmail, type User, updateUser } from "../users/users.ts";
import { confirmEmail } from "./accounts.ts";
import { changeEmail, changePhone, markEmailChangeHalfConfirmed } from "./address-change.ts";
import { claimAccount } from "./possession.ts";

/**
 * Applies a token and returns the changed user. Returns undefined if an e-mail change needs a second token
 * (`double_confirm_changes`).
 *
 * @param isTextMessage whether the token was sent in a text message
 */
export async function applyToken(
  context: AuthContext,
  connection: Connection,
  usedToken: ConsumedToken,
  isTextMessage: boolean,
): Promise<User | undefined> {
  const { user } = usedToken;
  const updatedUser = await (async () => {
    switch (usedToken.type) {
      case "confirmation_token":
        return isTextMessage ? confirmPhone(connection, user) : confirmSignUp(connection, user);
      case "recovery_token":
        return recoverAccount(connection, user);
      case "email_change_token_current":
      case "email_change_token_new":
        if (needsSecondConfirmation(context, user))
          return markEmailChangeHalfConfirmed(connection, user);
        await recordAudit(connection, userActor(user), "user_modified");
        return changeEmail(context, connection, user);
      case "phone_change_token":
        await recordAudit(connection, userActor(user), "user_modified");
        return changePhone(context, connection, user);
      case "reauthentication_token":
        throw invalidCode();
      default:
        return usedToken.type satisfies never;
    }
  })().catch(writeFailureHandler(failureMessages[usedToken.type]));
  return updatedUser && recordProviders(connection, updatedUser);
}

/** The reference's error messages when the database refuses to apply a token (`internal/api/verify.go`). */
const failureMessages: Readonly<Record<OneTimeTokenType, string>> = {
  confirmation_token: "Error confirming user",
  recovery_token: "Database error updating user",
  email_change_token_current: "Error confirm email",
  email_change_token_new: "Error confirm email",
  phone_change_token: "Error confirming user",
  reauthentication_token: "Error updating user",
};

function needsSecondConfirmation(context: AuthContext, user: User): boolean {
  return (
    context.config.auth.email.double_confirm_changes &&
    user.email_change_confirm_status === 0 &&
    Boolean(user.email)
  );
}

async function confirmSignUp(
  connection: Connection,
  user: User,
  proof: "confirmation" | "recovery" = "confirmation",
): Promise<User> {
  const claimedUser = await claimAccount(connection, user, { by: proof });
  await recordAudit(connection, userActor(claimedUser), "user_signedup", { provider: "email" });
  const confirmedUser = await confirmEmail(connection, claimedUser);
  for (const identity of await identitiesOf(connection, user.id)) {
    if (user.email && isSameEmail(emailOf(identity), user.email)) {
      await updateIdentityData(connection, identity, { email_verified: true });
    }
  }
  return confirmedUser;
}

/** Recovers an account. Following the link also proves the address if it was unconfirmed. */
async function recoverAccount(connection: Connection, user: User): Promise<User> {
  if (!user.email_confirmed_at) return confirmSignUp(connection, user, "recovery");
  await recordAudit(connection, userActor(user), "login");
  await clearOneTimeTokens(connection, user.id);
  return (await findUser(connection, user.id)) ?? user;
}

async function confirmPhone(connection: Connection, user: User): Promise<User> {
  const claimedUser = await claimAccount(connection, user, { by: "confirmation" });
  await recordAudit(connection, userActor(claimedUser), "user_signedup", { provider: "phone" });
  await clearOneTimeTokens(connection, user.id);
  return updateUser(connection, user.id, {
    // An already confirmed number keeps its date; otherwise it would look newer than the address (`recovery.ts`).
    phone_confirmed_at: user.phone_confirmed_at ?? new Date(),
    is_anonymous: false,
  });
}
