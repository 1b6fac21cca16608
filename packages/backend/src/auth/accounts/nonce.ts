import type { Connection } from "../../database/port.ts";
import type { AuthContext } from "../context.ts";
import { unprocessable } from "../errors.ts";
import { countAttempt, resetFailedAttempts } from "../tokens/code-attempts.ts";
import { consumeOneTimeToken, tokenHashOf } from "../tokens/one-time-tokens.ts";
import { type User, updateUser } from "../users/users.ts";

/** The nonce of a request, and the token types that it may match. */
export interface EnteredNonce {
  readonly nonce: string;
  readonly types: readonly "reauthentication_token"[];
  /** The IP address of the request. */
  readonly callerAddress: string | undefined;
}

/**
 * Counts an attempt to enter a nonce. Must be called before the transaction, because a rollback would undo the count.
 */
export async function countNonceAttempt(
  context: AuthContext,
  user: User,
  nonce: string,
  callerAddress: string | undefined,
): Promise<EnteredNonce> {
  if (nonce === "") return { nonce, types: [], callerAddress };
  const address = user.email || user.phone || "";
  return {
    nonce,
    types: await countAttempt(context, address, ["reauthentication_token"], callerAddress),
    callerAddress,
  };
}

/**
 * Consumes the nonce that `GET /reauthenticate` sent.
 *
 * @throws {AuthError} when it is wrong
 */
export async function requireNonce(
  context: AuthContext,
  connection: Connection,
  user: User,
  { nonce, types, callerAddress }: EnteredNonce,
): Promise<void> {
  const address = user.email || user.phone || "";
  const hashes = [tokenHashOf(context, address, nonce)];
  const lifetimeSeconds = (user.email ? context.config.auth.email : context.config.auth.sms)
    .otp_expiry;
  const usedToken = await consumeOneTimeToken(connection, {
    hashes,
    types,
    lifetimeSeconds,
    address,
  });
  if (usedToken?.user.id !== user.id) {
    throw unprocessable("reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  await resetFailedAttempts(connection, address, callerAddress);
  await updateUser(connection, user.id, { reauthentication_sent_at: null });
}
