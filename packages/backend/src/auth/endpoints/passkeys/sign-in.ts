import type { Context } from "hono";
import { z } from "zod";
import type { Connection } from "../../../database/port.ts";
import { recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { forbidden, userBanned } from "../../errors.ts";
import { captchaParams, requireCaptcha } from "../../guards/captcha.ts";
import { limitByAddress } from "../../limits/rate-limits.ts";
import { createPasskeyChallenge } from "../../passkeys/challenge-store.ts";
import { type Passkey, passkeysOf, recordUse } from "../../passkeys/passkeys.ts";
import { device, readParams, uuid } from "../../request/parameters.ts";
import { openSession } from "../../sessions/open-session.ts";
import { tokenResponse } from "../../sessions/token-response.ts";
import { isBanned, lockUser, type User } from "../../users/users.ts";
import {
  type Assertion,
  readAssertion,
  userIdOf,
  verifyAssertion,
} from "../../webauthn/assertion.ts";
import { RefusedCredential } from "../../webauthn/credential.ts";
import { requestOptions } from "../../webauthn/options.ts";
import { relyingParty } from "../../webauthn/relying-party.ts";
import { takeCeremonyResponse, toPasskeyError, userVerification } from "./request.ts";

const ceremony = { type: "authentication" } as const;
const optionsSchema = z.object(captchaParams);

/**
 * `POST /passkeys/authentication/options`: returns the browser's options for signing in. They do not name a
 * user, so that they also work for passkey autofill (`mediation: "conditional"`).
 */
export async function beginPasskeySignIn(context: AuthContext, c: Context): Promise<Response> {
  await limitByAddress(context, "passkey_authentication", device(c).address);
  if (context.captcha)
    await requireCaptcha(context, c, await readParams(c, optionsSchema, { mayBeEmpty: true }));
  const { id, challenge, expiresAt } = await createPasskeyChallenge(context.database, ceremony);
  return c.json({
    challenge_id: id,
    options: {
      ...requestOptions(relyingParty(context.config), challenge),
      userVerification,
    },
    expires_at: expiresAt,
  });
}

/** `POST /passkeys/authentication/verify`: exchanges a passkey's signature for a session. */
export async function finishPasskeySignIn(context: AuthContext, c: Context): Promise<Response> {
  const { challenge, credential } = await takeCeremonyResponse(context, c, ceremony);
  const grant = await context.database
    .transaction(async (connection) => {
      const assertion = await readAssertion(credential);
      const { user, passkey } = await verifyPasskey(context, connection, challenge, assertion);
      refuseBannedOrUnconfirmed(user);
      const traits = { passkey_id: passkey.id };
      await recordAudit(connection, userActor(user), "login", traits, device(c).address);
      return openSession(context, connection, { user, method: "passkey", device: device(c) });
    })
    .catch((error: unknown) => {
      throw toPasskeyError(error);
    });
  return c.json(await tokenResponse(context, grant));
}

/**
 * Verifies the response, and returns the passkey and its user.
 *
 * @throws {RefusedCredential}
 */
async function verifyPasskey(
  context: AuthContext,
  connection: Connection,
  challenge: string,
  assertion: Assertion,
): Promise<{ readonly user: User; readonly passkey: Passkey }> {
  const userId = userIdOf(assertion);
  if (!uuid.test(userId)) throw new RefusedCredential("The user handle is not a user id.");
  // Lock the user before the counter is compared, so that two simultaneous sign-ins do not both pass.
  const user = await lockUser(connection, userId);
  const passkeys = user ? await passkeysOf(connection, user.id) : [];
  const passkey = passkeys.find(({ credential }) => credential.id === assertion.rawId);
  if (!user || !passkey) throw new RefusedCredential("The user has no such passkey.");
  const credential = await verifyAssertion(
    relyingParty(context.config),
    { challenge, userVerification },
    assertion,
    passkey.credential,
  );
  await recordUse(connection, passkey.id, credential);
  return { user, passkey };
}

/** @throws {AuthError} 403 when the account is banned or its address was never confirmed */
function refuseBannedOrUnconfirmed(user: User): void {
  if (user.email && !user.email_confirmed_at) {
    throw forbidden("email_not_confirmed", "Email not confirmed");
  }
  if (user.phone && !user.phone_confirmed_at) {
    throw forbidden("phone_not_confirmed", "Phone not confirmed");
  }
  if (isBanned(user)) throw userBanned();
}
