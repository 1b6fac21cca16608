import type { AuthUiClient } from "../client.ts";
import type { OtpType } from "../types.ts";

/** The kinds of code that go to a phone; all others go by e-mail. */
export function isForPhone(type: OtpType): type is "sms" | "phone_change" {
  return type === "sms" || type === "phone_change";
}

/**
 * Asks for a new code of a kind, by the call that sent the first one. An invitation is the one code
 * that its receiver cannot ask for.
 *
 * @throws the error that the client answers with.
 */
export async function sendCode(
  { auth }: AuthUiClient,
  type: OtpType,
  address: string,
  redirectTo: string | undefined,
): Promise<void> {
  const { error } = await request();
  if (error) throw error;

  function request() {
    const emailRedirectTo = redirectTo !== undefined && { emailRedirectTo: redirectTo };
    switch (type) {
      case "sms":
        return auth.signInWithOtp({ phone: address });
      case "phone_change":
        return auth.resend({ type: "phone_change", phone: address });
      case "signup":
        return auth.resend({ type: "signup", email: address, options: { ...emailRedirectTo } });
      case "email_change":
        return auth.resend({
          type: "email_change",
          email: address,
          options: { ...emailRedirectTo },
        });
      case "recovery":
        return auth.resetPasswordForEmail(address, {
          ...(redirectTo !== undefined && { redirectTo }),
        });
      default:
        return auth.signInWithOtp({ email: address, options: { ...emailRedirectTo } });
    }
  }
}
