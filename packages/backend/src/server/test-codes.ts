import type { ParsedConfig } from "../config/sections/schema.ts";

/**
 * Removes the codes of `[auth.sms.test_otp]` from the configuration of a server that others may reach, because anyone
 * who has read the file could sign in with them. `GOTRUE_SMS_TEST_OTP_VALID_UNTIL` keeps the codes until a given time,
 * for example while an app store reviews an application.
 */
export function allowTestCodes(
  config: ParsedConfig,
  {
    isDevelopment,
    validUntil,
    file,
  }: {
    readonly isDevelopment: boolean;
    readonly validUntil: Date | undefined;
    /** The name of the configuration file, for messages. */
    readonly file: string;
  },
): { readonly config: ParsedConfig; readonly warnings: readonly string[] } {
  const count = Object.keys(config.auth.sms.test_otp).length;
  if (count === 0 || isDevelopment) return { config, warnings: [] };
  if (validUntil) {
    const warning = `${file}: the codes of auth.sms.test_otp are valid until ${validUntil.toISOString()} (GOTRUE_SMS_TEST_OTP_VALID_UNTIL). Anyone who knows one can sign in.`;
    return { config, warnings: validUntil.getTime() > Date.now() ? [warning] : [] };
  }
  const sms = { ...config.auth.sms, test_otp: {} };
  return {
    config: { ...config, auth: { ...config.auth, sms } },
    warnings: [
      `${file}: the codes of auth.sms.test_otp are ignored on this server, which is not clearly for development: anyone who knows one could sign in. To allow them until a certain time, set GOTRUE_SMS_TEST_OTP_VALID_UNTIL, such as 2026-12-31T00:00:00Z.`,
    ],
  };
}
