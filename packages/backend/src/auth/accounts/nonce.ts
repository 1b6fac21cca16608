import type { Connection } from "../../database/port.ts";
import type { AuthContext } from "../context.ts";
import { unprocessable } from "../errors.ts";
import { countAttempt, resetFailedAttempts } from "../tokens/code-attempts.ts";
import { consumeOneTimeToken, tokenHashOf } from "../tokens/one-time-tokens.ts";
import { type User, updateUser } from "../users/users.ts";

/** An entered nonce, and the token types that it may still match. */
export interface TypedNonce {
  readonly nonce: string;
  readonly types: readonly "reauthentication_token"[];
  /** The IP address of the request. */
  readonly caller: string | undefined;
}

/** Counts an attempt at a nonce before a transaction that may be rolled back. */
export async function tryNonce(
  context: AuthContext,
  user: User,
  nonce: string,
  caller: string | undefined,
): Promise<TypedNonce> {
  if (nonce === "") return { nonce, types: [], caller };
  const address = user.email || user.phone || "";
  return {
    nonce,
    types: await countAttempt(context, address, ["reauthentication_token"], caller),
    caller,
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
  { nonce, types, caller }: TypedNonce,
): Promise<void> {
  const address = user.email || user.phone || "";
  const hashes = [tokenHashOf(context, address, nonce)];
  const lifetime = (user.email ? context.config.auth.email : context.config.auth.sms).otp_expiry;
  const used = await consumeOneTimeToken(connection, { hashes, types, lifetime, address });
  if (used?.user.id !== user.id) {
    throw unprocessable("reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  await resetFailedAttempts(connection, address, caller);
  await updateUser(connection, user.id, { reauthentication_sent_at: null });
}
