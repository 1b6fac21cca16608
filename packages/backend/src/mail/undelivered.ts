import type { Config } from "../config/sections/schema.ts";
import type { Log } from "../log/log.ts";
import type { Transport } from "./transport.ts";

/**
 * Returns a transport that discards messages. Without an inbox they cannot be read, and their codes must not be stored.
 */
export function createDiscardingTransport(log: Log): Transport {
  return {
    send: async ({ channel }) => log.warn({ channel }, "a message was discarded"),
  };
}

/** Returns warnings about messages that are neither sent nor shown in an inbox. */
export function warnUndelivered({ auth: { email, sms, hook } }: Config): string[] {
  const services = [sms.twilio, sms.messagebird, sms.textlocal, sms.vonage];
  const warnings = [];
  if (!email.smtp?.enabled && !hook.send_email?.enabled) {
    warnings.push("E-mails are not delivered. Set [auth.email.smtp] or [auth.hook.send_email]");
  }
  if (sms.enable_signup && !services.some((item) => item?.enabled) && !hook.send_sms?.enabled) {
    warnings.push(
      "Text messages are not delivered. Set a service of [auth.sms] or [auth.hook.send_sms]",
    );
  }
  return warnings.map((message) => `${message}, or open the inbox with --expose-inbox.`);
}
