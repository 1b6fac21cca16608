import type { Context } from "hono";
import type { Connection } from "../../database/port.ts";
import { recordAudit, userAs } from "../audit/log.ts";
import type { Auth } from "../context.ts";
import { badRequest, unprocessable } from "../errors.ts";
import { prepareLetter, prepareText, sendLetters, sendText } from "../messages/letters.ts";
import { requireCaller } from "../request/parameters.ts";
import { takeTry } from "../tokens/code-tries.ts";
import { consumeOneTimeToken, tokenHashOf } from "../tokens/one-time-tokens.ts";
import { lockUser, type User, updateUser } from "../users/users.ts";

/** `GET /reauthenticate`: sends a nonce to who is signed in, for a change that asks for one. */
export async function reauthenticate(auth: Auth, c: Context): Promise<Response> {
  const { user } = await requireCaller(auth, c);
  if (!user.email && !user.phone) {
    throw badRequest(
      "validation_failed",
      "Reauthentication requires the user to have an email or a phone number",
    );
  }
  if (user.email && !user.email_confirmed_at) {
    throw unprocessable("email_not_confirmed", "Please verify your email first.");
  }
  if (!user.email && !user.phone_confirmed_at) {
    throw unprocessable("phone_not_confirmed", "Please verify your phone first.");
  }
  const message = await auth.database.transaction(async (connection) => {
    const current = (await lockUser(connection, user.id)) ?? user;
    await recordAudit(connection, userAs(current), "user_reauthenticate_requested");
    if (current.phone && !current.email) {
      return prepareText(auth, connection, current, current.phone, "reauthentication");
    }
    const options = { redirectTo: auth.config.auth.site_url, pkce: false };
    return [await prepareLetter(auth, connection, current, "reauthentication", options)];
  });
  if (Array.isArray(message)) {
    await sendLetters(auth, message);
    return c.json({});
  }
  const messageId = await sendText(auth, message);
  return c.json(messageId ? { message_id: messageId } : {});
}

/** A nonce that somebody has typed, and whether it may still count. */
export interface TypedNonce {
  readonly nonce: string;
  readonly types: readonly "reauthentication_token"[];
}

/** Counts a try at a nonce; done before the transaction that may come to nothing. */
export async function tryNonce(auth: Auth, user: User, nonce: string): Promise<TypedNonce> {
  if (nonce === "") return { nonce, types: [] };
  const address = user.email || user.phone || "";
  return { nonce, types: await takeTry(auth.database, address, ["reauthentication_token"]) };
}

/**
 * Uses up the nonce that {@link reauthenticate} sent.
 *
 * @throws {AuthError} when it is not the one
 */
export async function requireNonce(
  auth: Auth,
  connection: Connection,
  user: User,
  { nonce, types }: TypedNonce,
): Promise<void> {
  const address = user.email || user.phone || "";
  const hashes = [tokenHashOf(auth, address, nonce)];
  const lifetime = (user.email ? auth.config.auth.email : auth.config.auth.sms).otp_expiry;
  const used = await consumeOneTimeToken(connection, { hashes, types, lifetime, address });
  if (used?.user.id !== user.id) {
    throw unprocessable("reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  await updateUser(connection, user.id, { reauthentication_sent_at: null });
}
