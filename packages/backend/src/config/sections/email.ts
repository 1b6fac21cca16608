import type { z } from "zod";
import {
  codeLength,
  duration,
  flag,
  integer,
  mergeSwitches,
  optionalText,
  port,
  replaceZero,
  requireKeys,
  secret,
  signInSwitches,
  table,
  text,
} from "./setting.ts";

const content = {
  /** The default is the built-in subject. An empty subject counts as set. */
  subject: text().optional(),
  /** The default is the file with that name in `supabase/templates`, or else the built-in content. */
  content_path: optionalText(),
  content: text().optional(),
};

function refuseInlineContent(
  value: { content?: string | undefined; content_path?: string | undefined },
  context: z.core.$RefinementCtx,
) {
  if (value.content === undefined || value.content_path !== undefined) return;
  context.addIssue({
    code: "custom",
    path: ["content"],
    message: "is not read; put the content into a file and name it in content_path",
  });
}

const template = () => table(content).superRefine(refuseInlineContent).optional();
const notification = () =>
  table({ enabled: flag().default(false), ...content })
    .superRefine(refuseInlineContent)
    .optional();

/** `[auth.email]` */
export const email = table({
  ...signInSwitches,
  double_confirm_changes: flag().default(true),
  enable_confirmations: flag().default(false),
  secure_password_change: flag().default(false),
  /** Corresponds to `GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD`. */
  require_current_password: flag().default(false),
  max_frequency: duration().default(1),
  otp_length: codeLength(),
  // Supabase Auth replaces zero with a day (`ApplyDefaults` in its `internal/conf`).
  otp_expiry: integer("a whole number of seconds", 1, 2147483647, replaceZero(86400)).default(3600),
  template: table({
    invite: template(),
    confirmation: template(),
    recovery: template(),
    magic_link: template(),
    email_change: template(),
    reauthentication: template(),
  }).prefault({}),
  notification: table({
    password_changed: notification(),
    email_changed: notification(),
    phone_changed: notification(),
    identity_linked: notification(),
    identity_unlinked: notification(),
    mfa_factor_enrolled: notification(),
    mfa_factor_unenrolled: notification(),
  }).prefault({}),
  smtp: table({
    // If the section is present, it is enabled by default.
    enabled: flag().default(true),
    host: optionalText(),
    port: port().optional(),
    user: optionalText(),
    pass: secret(),
    admin_email: optionalText(),
    sender_name: optionalText(),
  })
    .transform(requireKeys("host", "port", "user", "pass", "admin_email"))
    .optional(),
}).transform(mergeSwitches(true));

/** The messages of `[auth.email.template.*]`. */
export type TemplateKind = keyof z.output<typeof email>["template"];

/** The messages of `[auth.email.notification.*]`. */
export type NotificationKind = keyof z.output<typeof email>["notification"];
