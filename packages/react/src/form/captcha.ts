import type { FormOptions } from "./options.ts";

/** A captcha's token as the client's calls take it among their options; undefined without a captcha. */
export type CaptchaProof = { readonly captchaToken: string } | undefined;

/** Takes the token for one try: a fresh one where the application gives such. */
export async function takeCaptcha({
  captchaToken: given,
}: Pick<FormOptions, "captchaToken">): Promise<CaptchaProof> {
  const captchaToken = typeof given === "function" ? await given() : given;
  return captchaToken ? { captchaToken } : undefined;
}
