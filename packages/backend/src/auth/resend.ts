import type { Context } from "hono";
import { z } from "zod";
import { readEmail, readPhone } from "./addresses.ts";
import { recordAudit, userAs } from "./audit-log.ts";
import { captchaParams, requireCaptcha } from "./captcha.ts";
import type { Auth } from "./context.ts";
import { badRequest } from "./errors.ts";
import { createFlowState, readCodeChallenge } from "./flow-states.ts";
import {
  prepareEmailChange,
  prepareLetter,
  prepareText,
  sendLetters,
  sendNothing,
  sendText,
} from "./letters.ts";
import { limitByAddress, refuseWhenSpent } from "./limits.ts";
import { redirectTarget } from "./redirects.ts";
import { device, pkceParams, readParams, redirectCandidates, text } from "./request.ts";
import { waitForAddress } from "./sending-clock.ts";
import { findUserByEmail, findUserByPhone, lockUser } from "./users.ts";

const schema = z.object({
  type: text(),
  email: text(),
  phone: text(),
  ...pkceParams,
  ...captchaParams,
});

const types = ["signup", "email_change", "sms", "phone_change"] as const;

/** `POST /resend`: the same message once more, for whoever still waits for one. */
export async function resend(auth: Auth, c: Context): Promise<Response> {
  await limitByAddress(auth, "sign_in_sign_ups", device(c).address);
  const params = await readParams(c, schema);
  await requireCaptcha(auth, c, params);
  const type = types.find((known) => known === params.type);
  if (!type) {
    throw badRequest(
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    );
  }
  const codeChallenge =
    type === "signup" || type === "email_change" ? readCodeChallenge(params) : undefined;
  const address = readAddress(auth, type, params);
  const redirectTo = redirectTarget(auth.config, ...redirectCandidates(c));

  const { email, phone } = address;
  const channel = email ? "email" : "sms";
  if (type === "signup" || type === "sms") {
    await waitForAddress(auth, channel, email ?? phone ?? "", ["confirmation"]);
  } else {
    await refuseWhenSpent(auth, channel);
  }
  // Of a change only its account knows, so none is asked to wait: too soon, nothing is sent.
  const { max_frequency: interval } = auth.config.auth[channel];
  const message = await auth.database.transaction(async (connection) => {
    const known = address.email
      ? await findUserByEmail(connection, address.email)
      : await findUserByPhone(connection, address.phone ?? "");
    const user = known && (await lockUser(connection, known.id));
    if (!user) return undefined;

    const options = { redirectTo, pkce: codeChallenge !== undefined, isDue: true };
    const startFlow = async (authenticationMethod: "email/signup" | "email_change") => {
      if (!codeChallenge) return;
      const providerType = authenticationMethod;
      const userId = user.id;
      const flow = { providerType, authenticationMethod, codeChallenge, userId };
      await createFlowState(connection, flow);
    };
    switch (type) {
      case "signup":
        if (user.email_confirmed_at) return undefined;
        await startFlow("email/signup");
        await recordAudit(connection, userAs(user), "user_confirmation_requested");
        return [await prepareLetter(auth, connection, user, "confirmation", options)];
      case "email_change":
        if (!user.email_change || isTooSoon(user.email_change_sent_at, interval)) return undefined;
        await startFlow("email_change");
        return prepareEmailChange(auth, connection, user, user.email_change, options);
      case "sms":
        if (user.phone_confirmed_at || !user.phone) return undefined;
        await recordAudit(connection, userAs(user), "user_recovery_requested");
        return prepareText(auth, connection, user, user.phone, "confirmation", options);
      case "phone_change":
        if (!user.phone_change || isTooSoon(user.phone_change_sent_at, interval)) return undefined;
        return prepareText(auth, connection, user, user.phone_change, "phone_change", options);
      default:
        return type satisfies never;
    }
  });
  if (!message) {
    if (type === "signup" && email) await sendNothing(auth, "confirmation", email);
    return c.json({});
  }
  if (Array.isArray(message)) {
    await sendLetters(auth, message);
    return c.json({});
  }
  const messageId = await sendText(auth, message);
  return c.json(messageId ? { message_id: messageId } : {});
}

const isTooSoon = (sentAt: Date | null, interval: number) =>
  sentAt !== null && sentAt.getTime() + interval * 1000 > Date.now();

function readAddress(
  auth: Auth,
  type: (typeof types)[number],
  params: { email: string; phone: string },
): { readonly email?: string; readonly phone?: string } {
  const { email, phone } = params;
  if (email === "" && type === "signup") {
    throw badRequest("validation_failed", "Type provided requires an email address");
  }
  if (phone === "" && type === "sms") {
    throw badRequest("validation_failed", "Type provided requires a phone number");
  }
  if (email && phone) {
    throw badRequest(
      "validation_failed",
      "Only an email address or phone number should be provided.",
    );
  }
  if (email) {
    if (!auth.config.auth.email.enable_signup) {
      throw badRequest("email_provider_disabled", "Email logins are disabled");
    }
    return { email: readEmail(email) };
  }
  if (phone) {
    if (!auth.config.auth.sms.enable_signup) {
      throw badRequest("phone_provider_disabled", "Phone logins are disabled");
    }
    return { phone: readPhone(phone) };
  }
  throw badRequest("validation_failed", "Missing email address or phone number");
}
