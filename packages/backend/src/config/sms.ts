import { duration, flag, named, needs, optionalText, secret, table, text } from "./setting.ts";

const twilio = () =>
  table({
    enabled: flag().default(false),
    account_sid: optionalText(),
    message_service_sid: optionalText(),
    auth_token: secret(),
  })
    .transform(needs("account_sid", "message_service_sid", "auth_token"))
    .prefault({});

/** `[auth.sms]` */
export const sms = table({
  enable_signup: flag().default(false),
  enable_confirmations: flag().default(false),
  template: text().default("Your code is {{ .Code }}"),
  max_frequency: duration().default(5),
  /** Phone number, digits alone as Supabase Auth compares them, to the code that it always gets. */
  test_otp: named(text())
    .transform((codes) =>
      Object.fromEntries(
        Object.entries(codes).map(([phone, code]) => [phone.replaceAll(/^\+| /g, ""), code]),
      ),
    )
    .prefault({}),
  twilio: twilio(),
  twilio_verify: twilio(),
  messagebird: table({
    enabled: flag().default(false),
    originator: optionalText(),
    access_key: secret(),
  })
    .transform(needs("originator", "access_key"))
    .prefault({}),
  textlocal: table({
    enabled: flag().default(false),
    sender: optionalText(),
    api_key: secret(),
  })
    .transform(needs("sender", "api_key"))
    .prefault({}),
  vonage: table({
    enabled: flag().default(false),
    from: optionalText(),
    api_key: secret(),
    api_secret: secret(),
  })
    .transform(needs("from", "api_key", "api_secret"))
    .prefault({}),
});
