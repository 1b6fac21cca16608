import { toMime } from "./mime.ts";
import type { Email } from "./transport.ts";

// The browser build replaces this module (`browser/substitutes/mime-source.ts`).

/** Returns the source of an e-mail, as a mail server would receive it. */
export async function mimeSource(email: Email): Promise<{ source: string; messageId: string }> {
  const { createTransport } = await import("nodemailer");
  const transporter = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const result = await transporter.sendMail(toMime(email));
  return { source: result.message.toString(), messageId: result.messageId.replace(/^<|>$/g, "") };
}
