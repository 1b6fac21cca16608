import type { z } from "zod";
import { codeLength, duration, flag, integer, table, text } from "./setting.ts";

const factor = { enroll_enabled: flag().default(false), verify_enabled: flag().default(false) };

function validateEnrollment(
  value: { enroll_enabled: boolean; verify_enabled: boolean },
  context: z.core.$RefinementCtx,
) {
  if (!value.enroll_enabled || value.verify_enabled) return;
  context.addIssue({
    code: "custom",
    path: ["enroll_enabled"],
    message: "requires verify_enabled = true: users who enroll a factor must be able to use it",
  });
}

/** `[auth.mfa]` */
export const mfa = table({
  max_enrolled_factors: integer("a whole number", 0, 2147483647).default(10),
  totp: table(factor).superRefine(validateEnrollment).prefault({}),
  phone: table({
    ...factor,
    otp_length: codeLength(),
    template: text().default("Your code is {{ .Code }}"),
    max_frequency: duration().default(5),
  })
    .superRefine(validateEnrollment)
    .prefault({}),
  web_authn: table(factor).superRefine(validateEnrollment).prefault({}),
});
