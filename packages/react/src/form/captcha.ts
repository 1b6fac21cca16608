import type { FormOptions } from "./options.ts";

/** A captcha token as an option for the client's methods, or undefined without a captcha. */
export type CaptchaProof = { readonly captchaToken: string } | undefined;

/** Returns the captcha token for one attempt. If the application passed a function, it is called for each attempt. */
export async function resolveCaptchaToken({
  captchaToken: source,
}: Pick<FormOptions, "captchaToken">): Promise<CaptchaProof> {
  const captchaToken = typeof source === "function" ? await source() : source;
  return captchaToken ? { captchaToken } : undefined;
}
