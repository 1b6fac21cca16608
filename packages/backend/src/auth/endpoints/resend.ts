import type { Context } from "hono";
import { z } from "zod";
import { type RequestedMessage, requestMessage } from "../accounts/requested-messages.ts";
import type { AuthContext } from "../context.ts";
import { badRequest } from "../errors.ts";
import { captchaParams, requireCaptcha } from "../guards/captcha.ts";
import { startCooldown } from "../limits/cooldown.ts";
import { requireQuota } from "../limits/message-quotas.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { messageIdOf } from "../messages/send-text-messages.ts";
import { readEmail, readPhone } from "../request/addresses.ts";
import { device, pkceParams, readParams, redirectCandidates, text } from "../request/parameters.ts";
import { redirectTarget } from "../request/redirects.ts";
import { readCodeChallenge } from "../tokens/flow-states.ts";

const schema = z.object({
  type: text(),
  email: text(),
  phone: text(),
  ...pkceParams,
  ...captchaParams,
});

const types = ["signup", "email_change", "sms", "phone_change"] as const;

const occasions = {
  signup: "signup_again",
  sms: "signup_again",
  email_change: "email_change",
  phone_change: "phone_change",
} as const satisfies Record<(typeof types)[number], RequestedMessage["occasion"]>;

/** `POST /resend`: resends a message to an address with a pending confirmation. */
export async function resend(context: AuthContext, c: Context): Promise<Response> {
  await limitByAddress(context, "sign_in_sign_ups", device(c).address);
  const params = await readParams(c, schema);
  await requireCaptcha(context, c, params);
  const type = types.find((candidate) => candidate === params.type);
  if (!type) {
    throw badRequest(
      "validation_failed",
      "Missing one of these types: signup, email_change, sms, phone_change",
    );
  }
  const codeChallenge =
    type === "signup" || type === "email_change" ? readCodeChallenge(params) : undefined;
  const address = readAddress(context, type, params);
  const redirectTo = redirectTarget(context.config, ...redirectCandidates(c));

  const { email, phone } = address;
  const channel = email ? "email" : "sms";
  if (type === "signup" || type === "sms") {
    await startCooldown(context, channel, email ?? phone ?? "", ["confirmation"]);
  } else {
    await requireQuota(context, channel);
  }
  await requestMessage(context, {
    occasion: occasions[type],
    address: email ?? phone ?? "",
    redirectTo,
    codeChallenge,
  });
  const messageId = type === "sms" && phone ? messageIdOf(context, phone) : undefined;
  return c.json(messageId ? { message_id: messageId } : {});
}

function readAddress(
  context: AuthContext,
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
    if (!context.config.auth.email.enable_signup) {
      throw badRequest("email_provider_disabled", "Email logins are disabled");
    }
    return { email: readEmail(email) };
  }
  if (phone) {
    if (!context.config.auth.sms.enable_signup) {
      throw badRequest("phone_provider_disabled", "Phone logins are disabled");
    }
    return { phone: readPhone(phone) };
  }
  throw badRequest("validation_failed", "Missing email address or phone number");
}
