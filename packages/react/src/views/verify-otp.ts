import type { OtpType } from "../client.ts";
import { latin, typedCode } from "../form/latin.ts";
import type { FormValues, Settings, View } from "../form/view.ts";
import { sendReset } from "./forgotten-password.ts";
import { sendLink } from "./magic-link.ts";

/** Verifies a one-time code that came by e-mail, or by message to a phone. */
export const verifyOtp: View = {
  fields: (otpType) => [isForPhone(otpType) ? "phone" : "email", "token"],
  links: ["sign_in"],
  submit({ email, phone, token: typed }, { auth, otpType: type }) {
    const token = typedCode(typed);
    return isForPhone(type)
      ? auth.verifyOtp({ phone: latin(phone), token, type })
      : auth.verifyOtp({ email, token, type });
  },
  resend: sendAgain,
};

/** The kinds of code that go to a phone; all others go by e-mail. */
function isForPhone(type: OtpType): type is "sms" | "phone_change" {
  return type === "sms" || type === "phone_change";
}

/** Asks for a new code of a kind, by the call that sent the first one. */
function sendAgain({ email, phone: typed }: FormValues, settings: Settings) {
  const { auth, captcha, otpType: type, redirectTo } = settings;
  const phone = latin(typed);
  if (type === "sms") return auth.signInWithOtp({ phone, options: captcha });
  if (type === "phone_change") return auth.resend({ type, phone, options: captcha });
  if (type === "recovery") return sendReset(email, settings);
  if (type === "signup" || type === "email_change")
    return auth.resend({ type, email, options: { ...captcha, emailRedirectTo: redirectTo } });
  return sendLink(email, settings);
}
