import type { Context } from "hono";
import { z } from "zod";
import type { Config } from "../../config/sections/schema.ts";
import type { AuthContext, CaptchaVerifier } from "../context.ts";
import { AuthError, badRequest, failure } from "../errors.ts";
import { device, text } from "../request/parameters.ts";
import { requireAdmin } from "./admin.ts";

/** The verification endpoint of each provider (supabase/auth, `internal/security`). */
const verifyUrls = {
  hcaptcha: "https://hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
} as const;

const timeoutMs = 10_000;

const verdictSchema = z.object({
  success: z.boolean().nullish(),
  "error-codes": z.array(z.string()).nullish(),
});

/**
 * Returns the verifier for the project's captcha provider, or undefined if the project uses no captcha.
 *
 * @param verifyUrl replaces the provider's URL in tests
 */
export function createCaptchaVerifier(
  { auth: { captcha } }: Config,
  verifyUrl?: string,
): CaptchaVerifier | undefined {
  if (!captcha?.enabled || !captcha.provider) return undefined;
  const url = verifyUrl ?? verifyUrls[captcha.provider];
  const secret = captcha.secret?.trim() ?? "";
  return {
    verify: async (token, address) => {
      const response = await fetch(url, {
        method: "POST",
        body: new URLSearchParams({ secret, response: token, remoteip: address ?? "" }),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { success, "error-codes": codes } = verdictSchema.parse(await response.json());
      return success ? undefined : (codes ?? []);
    },
  };
}

/** The member of the request body that contains the captcha token. */
export const captchaParams = {
  gotrue_meta_security: z.object({ captcha_token: text() }).nullish(),
};

/**
 * Requires a solved captcha if the project uses one (`[auth.captcha]`), except from administrators.
 *
 * @throws {AuthError} 400 without a valid token, 500 if the provider does not answer
 */
export async function requireCaptcha(
  context: AuthContext,
  c: Context,
  params: { gotrue_meta_security?: { captcha_token: string } | null | undefined },
): Promise<void> {
  if (!context.captcha || (await isAdmin(context, c))) return;
  const token = params.gotrue_meta_security?.captcha_token.trim() ?? "";
  if (token === "") throw captchaError("no captcha_token found");
  const codes = await context.captcha.verify(token, device(c).address).catch((error: unknown) => {
    throw failure("captcha verification process failed", error);
  });
  if (codes) throw captchaError(codes.join(", "));
}

const captchaError = (reason: string) =>
  badRequest("captcha_failed", `captcha protection: request disallowed (${reason})`);

function isAdmin(context: AuthContext, c: Context): Promise<boolean> {
  return requireAdmin(context, c).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AuthError) return false;
      throw error;
    },
  );
}
