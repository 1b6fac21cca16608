import type { z } from "zod";
import {
  codeLength,
  duration,
  flag,
  integer,
  mergeSwitches,
  namedTable,
  optionalText,
  replaceZero,
  requireKeys,
  secret,
  signInSwitches,
  table,
  text,
} from "./setting.ts";

const twilio = {
  enabled: flag().default(false),
  account_sid: optionalText(),
  message_service_sid: optionalText(),
  auth_token: secret(),
};

/** `[auth.sms]` */
export const sms = table({
  ...signInSwitches,
  enable_confirmations: flag().default(false),
  template: text().default("Your code is {{ .Code }}"),
  max_frequency: duration().default(5),
  // The limits and defaults are those of Supabase Auth.
  otp_length: codeLength(),
  otp_expiry: integer("a whole number of seconds", 1, 2147483647, replaceZero(60)).default(60),
  /**
   * The fixed code of each phone number. All characters except digits are removed from the numbers, as in Supabase
   * Auth.
   */
  test_otp: namedTable(text())
    .transform((codes) =>
      Object.fromEntries(
        Object.entries(codes).map(([phone, code]) => [phone.replaceAll(/^\+| /g, ""), code]),
      ),
    )
    .prefault({}),
  twilio: table({
    ...twilio,
    /** The id of the template that WhatsApp requires for a code. */
    content_sid: optionalText(),
  })
    .transform(requireKeys("account_sid", "message_service_sid", "auth_token"))
    .optional(),
  twilio_verify: table(twilio)
    .transform(requireKeys("account_sid", "message_service_sid", "auth_token"))
    .optional(),
  messagebird: table({
    enabled: flag().default(false),
    originator: optionalText(),
    access_key: secret(),
  })
    .transform(requireKeys("originator", "access_key"))
    .optional(),
  textlocal: table({
    enabled: flag().default(false),
    sender: optionalText(),
    api_key: secret(),
  })
    .transform(requireKeys("sender", "api_key"))
    .optional(),
  vonage: table({
    enabled: flag().default(false),
    from: optionalText(),
    api_key: secret(),
    api_secret: secret(),
  })
    .transform(requireKeys("from", "api_key", "api_secret"))
    .optional(),
}).transform(mergeSwitches(false));

const services = ["twilio", "messagebird", "textlocal", "vonage"] as const;

/** The parsed `[auth.sms]`. */
export type SmsConfig = z.output<typeof sms>;

/**
 * Returns whether text messages cannot be sent, because the project configures services but has disabled all of them.
 * If none is configured, messages go to the inbox.
 *
 * Source: the Supabase CLI, which disables phone login without a service. Twilio Verify does not count, because it
 * would generate and verify the codes itself.
 */
export function lacksService(
  sms: SmsConfig,
  hook: { readonly enabled: boolean } | undefined,
): boolean {
  const isConfigured = [...services, "twilio_verify" as const].some(
    (name) => sms[name] !== undefined,
  );
  return isConfigured && enabledService(sms) === undefined && !hook?.enabled;
}

/** Returns the service that sends text messages: the first enabled one, as in the Supabase CLI. */
export function enabledService(sms: SmsConfig): (typeof services)[number] | undefined {
  return services.find((name) => sms[name]?.enabled);
}
