import type { FormOptions } from "../form/options.ts";

/** The captcha's token as the calls take it, a fresh one where there are such. */
export async function captchaOf({ captchaToken: given }: Pick<FormOptions, "captchaToken">) {
  const captchaToken = typeof given === "function" ? await given() : given;
  return captchaToken === undefined ? {} : { captchaToken };
}
