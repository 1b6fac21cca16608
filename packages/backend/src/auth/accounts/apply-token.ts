import type { Connection } from "../../database/port.ts";
import { recordAudit, userAs } from "../audit/log.ts";
import type { AuthContext } from "../context.ts";
import { codeInvalid, failedWrite } from "../errors.ts";
import type { OneTimeTokenType } from "../tokens/one-time-token-type.ts";
import { clearOneTimeTokens, type UsedToken } from "../tokens/one-time-tokens.ts";
import { emailOf, identitiesOf, recordProviders, updateIdentityData } from "../users/identities.ts";
import { findUser, isSameEmail, type User, updateUser } from "../users/users.ts";
import { confirmEmail } from "./accounts.ts";
import { changeEmail, changePhone, halfConfirmEmailChange } from "./address-change.ts";
import { claimAccount } from "./possession.ts";

/**
 * Applies a token. Returns undefined if another one is needed: with `double_confirm_changes`, an e-mail
 * change needs two.
 *
 * @param isByPhone whether the token was sent in a text message
 */
export async function applyToken(
  context: AuthContext,
  connection: Connection,
  used: UsedToken,
  isByPhone: boolean,
): Promise<User | undefined> {
  const { user } = used;
  const updated = await (async () => {
    switch (used.type) {
      case "confirmation_token":
        return isByPhone ? confirmPhone(connection, user) : confirmSignUp(connection, user);
      case "recovery_token":
        return recoverAccount(connection, user);
      case "email_change_token_current":
      case "email_change_token_new":
        if (needsBoth(context, user)) return halfConfirmEmailChange(connection, user);
        await recordAudit(connection, userAs(user), "user_modified");
        return changeEmail(context, connection, user);
      case "phone_change_token":
        await recordAudit(connection, userAs(user), "user_modified");
        return changePhone(context, connection, user);
      case "reauthentication_token":
        throw codeInvalid();
      default:
        return used.type satisfies never;
    }
  })().catch(failedWrite(failures[used.type]));
  return updated && recordProviders(connection, updated);
}

/** The reference's error messages when the database refuses to apply a token (`internal/api/verify.go`). */
const failures: Readonly<Record<OneTimeTokenType, string>> = {
  confirmation_token: "Error confirming user",
  recovery_token: "Database error updating user",
  email_change_token_current: "Error confirm email",
  email_change_token_new: "Error confirm email",
  phone_change_token: "Error confirming user",
  reauthentication_token: "Error updating user",
};

function needsBoth(context: AuthContext, user: User): boolean {
  return (
    context.config.auth.email.double_confirm_changes &&
    user.email_change_confirm_status === 0 &&
    Boolean(user.email)
  );
}

async function confirmSignUp(
  connection: Connection,
  user: User,
  by: "confirmation" | "recovery" = "confirmation",
): Promise<User> {
  const own = await claimAccount(connection, user, { by });
  await recordAudit(connection, userAs(own), "user_signedup", { provider: "email" });
  const confirmed = await confirmEmail(connection, own);
  for (const identity of await identitiesOf(connection, user.id)) {
    if (user.email && isSameEmail(emailOf(identity), user.email)) {
      await updateIdentityData(connection, identity, { email_verified: true });
    }
  }
  return confirmed;
}

/** Recovers an account. Following the link also proves the address if it was unconfirmed. */
async function recoverAccount(connection: Connection, user: User): Promise<User> {
  if (!user.email_confirmed_at) return confirmSignUp(connection, user, "recovery");
  await recordAudit(connection, userAs(user), "login");
  await clearOneTimeTokens(connection, user.id);
  return (await findUser(connection, user.id)) ?? user;
}

async function confirmPhone(connection: Connection, user: User): Promise<User> {
  const own = await claimAccount(connection, user, { by: "confirmation" });
  await recordAudit(connection, userAs(own), "user_signedup", { provider: "phone" });
  await clearOneTimeTokens(connection, user.id);
  return updateUser(connection, user.id, {
    // A number that was confirmed before keeps its date, so that it does not count as newer than the address
    // (`recovery.ts`).
    phone_confirmed_at: user.phone_confirmed_at ?? new Date(),
    is_anonymous: false,
  });
}
