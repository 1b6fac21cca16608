import type { Context } from "hono";
import { z } from "zod";
import { requestMessage } from "../accounts/requested-messages.ts";
import type { AuthContext } from "../context.ts";
import { badRequest } from "../errors.ts";
import { captchaParams, requireCaptcha } from "../guards/captcha.ts";
import { startCooldown } from "../limits/cooldown.ts";
import { limitByAddress } from "../limits/rate-limits.ts";
import { readEmail } from "../request/addresses.ts";
import { device, pkceParams, readParams, redirectCandidates, text } from "../request/parameters.ts";
import { redirectTarget } from "../request/redirects.ts";
import { readCodeChallenge } from "../tokens/flow-states.ts";

const schema = z.object({ email: text(), ...pkceParams, ...captchaParams });

/**
 * `POST /recover`: sends a link to reset a forgotten password. The response does not reveal whether there is
 * an account.
 */
export async function recover(context: AuthContext, c: Context): Promise<Response> {
  await limitByAddress(context, "sign_in_sign_ups", device(c).address);
  if (!context.config.auth.email.enable_signup) {
    throw badRequest("email_provider_disabled", "Email logins are disabled");
  }
  const params = await readParams(c, schema);
  await requireCaptcha(context, c, params);
  if (params.email === "") {
    throw badRequest("validation_failed", "Password recovery requires an email");
  }
  const email = readEmail(params.email);
  const codeChallenge = readCodeChallenge(params);
  const redirectTo = redirectTarget(context.config, ...redirectCandidates(c));
  await startCooldown(context, "email", email, ["recovery"]);
  const message = { occasion: "recovery", address: email, redirectTo, codeChallenge } as const;
  await requestMessage(context, message);
  return c.json({});
}
