import { randomInt } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { recordAudit, userActor } from "../../audit/log.ts";
import type { AuthContext } from "../../context.ts";
import { failure } from "../../errors.ts";
import {
  type Challenge,
  createChallenge,
  expiryOf,
  hashOfCode,
  withdrawChallenge,
} from "../../factors/challenge-store.ts";
import { keyOptions, newCeremony } from "../../factors/webauthn.ts";
import { limitFrequency, limitSending } from "../../limits/message-quotas.ts";
import { limitByAddress } from "../../limits/rate-limits.ts";
import { sendCodeByHook } from "../../messages/send-hooks.ts";
import { readChannel } from "../../request/addresses.ts";
import { device, readParams, text } from "../../request/parameters.ts";
import { type Factor, findFactor } from "../../users/factors.ts";
import { lockUser, type User } from "../../users/users.ts";
import {
  challengeAddressOf,
  challengeNotNeeded,
  factorNotFound,
  refuseUnlessVerifiable,
  requireFactor,
} from "./request.ts";

const schema = z.object({ channel: text() });

/** `POST /factors/:factor_id/challenge`: starts the verification of a factor. */
export async function challengeFactor(context: AuthContext, c: Context): Promise<Response> {
  const { user, factor } = await requireFactor(context, c);
  await limitByAddress(context, "factor_challenge", device(c).address);
  refuseUnlessVerifiable(context, factor, "challenge");
  const challenge = await (() => {
    switch (factor.factor_type) {
      case "totp":
        return createChallengeFor(context, c, factor);
      case "phone":
        return challengePhone(context, c, user, factor);
      case "webauthn":
        return challengeWebAuthn(context, c, factor);
      case "recovery_code":
        throw challengeNotNeeded();
      default:
        return factor.factor_type satisfies never;
    }
  })();
  const ceremony = challenge.web_authn_session_data;
  return c.json({
    id: challenge.id,
    type: factor.factor_type,
    expires_at: expiryOf(challenge),
    ...(ceremony ? { webauthn: await keyOptions(context, user, ceremony) } : {}),
  });
}

async function challengeWebAuthn(
  context: AuthContext,
  c: Context,
  factor: Factor,
): Promise<Challenge> {
  // Ignore the relying party that clients send, because the configuration determines it.
  await readParams(c, schema);
  return createChallengeFor(context, c, factor);
}

async function challengePhone(
  context: AuthContext,
  c: Context,
  user: User,
  factor: Factor,
): Promise<Challenge> {
  const { channel } = await readParams(c, schema);
  const messenger = readChannel(context, channel);
  const { otp_length: length } = context.config.auth.mfa.phone;
  const code = randomInt(10 ** length)
    .toString()
    .padStart(length, "0");
  const challenge = await createChallengeFor(context, c, factor, code);
  try {
    const phone = factor.phone ?? "";
    const purpose = "mfa";
    if (context.hooks.isEnabled("send_sms"))
      await sendCodeByHook(context, user, { phone, code, purpose });
    else await context.mailer.text(phone, code, { purpose, messenger });
  } catch (error) {
    await withdrawChallenge(context.database, factor, challenge).catch(() => {});
    const usesHook = context.hooks.isEnabled("send_sms");
    throw failure(usesHook ? "error invoking hook" : "error sending message", error);
  }
  return challenge;
}

/** @throws {AuthError} 429 when the last code was sent to the phone too recently */
function createChallengeFor(
  context: AuthContext,
  c: Context,
  { id, user_id: userId }: Factor,
  code?: string,
): Promise<Challenge> {
  const { max_frequency: intervalSeconds } = context.config.auth.mfa.phone;
  return context.database.transaction(async (connection) => {
    const user = await lockUser(connection, userId);
    const factor = await findFactor(connection, userId, id);
    if (!factor || !user) throw factorNotFound();
    const { id: factor_id, status: factor_status } = factor;
    const traits = { factor_id, factor_status };
    const { address } = device(c);
    await recordAudit(connection, userActor(user), "challenge_created", traits, address);
    const ceremony = factor.factor_type === "webauthn" ? { ceremony: newCeremony(factor) } : {};
    if (code === undefined)
      return createChallenge(connection, factor, challengeAddressOf(c), ceremony);
    limitFrequency(context, "sms", factor.last_challenged_at, intervalSeconds);
    await limitSending(context, connection, "sms");
    return createChallenge(connection, factor, challengeAddressOf(c), {
      codeHash: (challengeId) => hashOfCode(context, challengeId, code),
    });
  });
}
