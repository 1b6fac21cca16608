import type { OtpType } from "../client.ts";

const otpTypes = [
  ...(["email", "signup", "magiclink", "recovery", "invite"] as const),
  ...(["email_change", "sms", "phone_change"] as const),
] as const satisfies readonly OtpType[];

/** Returns whether a value is one of the code types. */
export function isOtpType(value: unknown): value is (typeof otpTypes)[number] {
  return otpTypes.some((type) => type === value);
}
