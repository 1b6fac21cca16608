import { createHash } from "node:crypto";
import { enabledService } from "../../config/sections/sms.ts";
import type { Messenger } from "../../mail/transport.ts";
import type { AuthContext } from "../context.ts";
import { badRequest } from "../errors.ts";
import { lowerCaseAddress } from "../lower-case.ts";

/** The pattern of `<input type="email">` (HTML Living Standard, "valid email address"). */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * Returns a validated e-mail address in lower case, as the database stores it.
 *
 * @throws {AuthError} when it is malformed
 */
export function readEmail(email: string): string {
  if (email === "") throw badRequest("validation_failed", "An email address is required");
  if (Buffer.byteLength(email) > 255) {
    throw badRequest("validation_failed", "An email address is too long");
  }
  if (!emailPattern.test(email)) {
    throw badRequest("validation_failed", "Unable to validate email address: invalid format");
  }
  return lowerCaseAddress(email);
}

/**
 * Returns the channel of a code sent to a phone. The hook `send_sms` accepts any channel, and does not
 * receive it.
 *
 * @throws {AuthError} when the SMS provider does not support the channel
 */
export function readChannel({ config, hooks }: AuthContext, channel: string): Messenger {
  if (channel === "" || channel === "sms" || hooks.isEnabled("send_sms")) return "sms";
  if (channel === "whatsapp" && enabledService(config.auth.sms) === "twilio") return "whatsapp";
  throw badRequest(
    "validation_failed",
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  );
}

/**
 * Returns a digest of an address. Tables store the digest where the address may not have an account.
 *
 * @param address an e-mail address or a phone number
 */
export function digestOf(address: string): string {
  return createHash("sha256").update(lowerCaseAddress(address)).digest("hex");
}

/** Returns a phone number without plus and spaces, as the database stores it. */
export function bareNumber(phone: string): string {
  return phone.replace(/^\+/, "").replaceAll(" ", "");
}

/**
 * Returns a phone number without plus and spaces, checked against E.164.
 *
 * @throws {AuthError} when it is malformed
 */
export function readPhone(phone: string): string {
  const number = bareNumber(phone);
  if (!/^[1-9][0-9]{1,14}$/.test(number)) {
    throw badRequest("validation_failed", "Invalid phone number format (E.164 required)");
  }
  return number;
}
