import type { SendMailOptions } from "nodemailer";
import type { Email } from "./transport.ts";

/**
 * An e-mail as nodemailer wants it, which makes multipart/alternative of the two bodies: text first,
 * HTML second, as RFC 2046, section 5.1.4 asks for.
 */
export function toMime(email: Email): SendMailOptions {
  return {
    from: { ...email.from },
    // As an object, because a string would be read as a list.
    to: { name: "", address: email.to },
    subject: email.subject,
    text: email.text,
    html: email.html,
    // RFC 3834, section 5, and what Exchange has instead: nobody's absence note should answer.
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
