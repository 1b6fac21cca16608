import type { SendMailOptions } from "nodemailer";
import type { Email } from "./transport.ts";

/**
 * Converts an e-mail to nodemailer's format, which puts the two bodies into multipart/alternative: text first, HTML
 * second, as RFC 2046, section 5.1.4 requires.
 */
export function toMime(email: Email): SendMailOptions {
  return {
    from: { ...email.from },
    // Pass an object, because a string would be parsed as a list of addresses.
    to: { name: "", address: email.to },
    subject: email.subject,
    text: email.text,
    html: email.html,
    // Suppresses automatic replies (RFC 3834, section 5, and Exchange's own header).
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
