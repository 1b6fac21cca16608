import { z } from "zod";
import { badRequest } from "../../errors.ts";
import { metadata, text } from "../../request/parameters.ts";

const flag = () =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? false);

/** The attributes of a user that an administrator can set. The first three apply only at creation. */
export const attributes = z.object({
  id: text(),
  aud: text(),
  password_hash: text(),
  role: text(),
  email: text(),
  phone: text(),
  password: z.string().nullish(),
  email_confirm: flag(),
  phone_confirm: flag(),
  user_metadata: metadata(),
  app_metadata: metadata(),
  ban_duration: text(),
});

export type Attributes = z.output<typeof attributes>;

/** The length of the columns `aud` and `role`, in characters. */
const maxLength = 255;

/** @throws {AuthError} when the value does not fit into the column */
export function refuseLongAttribute(name: string, value: string): void {
  if (value.length <= maxLength) return;
  throw badRequest("validation_failed", `${name} must be ${maxLength} characters or less`);
}
