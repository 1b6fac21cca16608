import type { OtpType } from "../client.ts";
import { normalizeCode, toAsciiDigits } from "../form/digits.ts";
import type { FormValues, View, ViewSettings } from "../form/view.ts";
import { sendReset } from "./forgotten-password.ts";
import { sendLink } from "./magic-link.ts";

/** Verifies a one-time code that was sent by e-mail or text message. */
export const verifyOtp: View = {
  fields: (otpType) => [isForPhone(otpType) ? "phone" : "email", "token"],
  links: ["sign_in"],
  submit({ email, phone, token: typedToken }, { auth, otpType: type }) {
    const token = normalizeCode(typedToken);
    return isForPhone(type)
      ? auth.verifyOtp({ phone: toAsciiDigits(phone), token, type })
      : auth.verifyOtp({ email, token, type });
  },
  resend: resendCode,
};

/** Returns whether this type of code is sent to a phone. Other codes are sent by e-mail. */
function isForPhone(type: OtpType): type is "sms" | "phone_change" {
  return type === "sms" || type === "phone_change";
}

/** Requests a new code with the same call that sent the first one. */
function resendCode({ email, phone: typedNumber }: FormValues, settings: ViewSettings) {
  const { auth, captcha, otpType: type, redirectTo } = settings;
  const phone = toAsciiDigits(typedNumber);
  if (type === "sms") return auth.signInWithOtp({ phone, options: captcha });
  if (type === "phone_change") return auth.resend({ type, phone, options: captcha });
  if (type === "recovery") return sendReset(email, settings);
  if (type === "signup" || type === "email_change")
    return auth.resend({ type, email, options: { ...captcha, emailRedirectTo: redirectTo } });
  return sendLink(email, settings);
}
