import type { Address, Email } from "../../mail/transport.ts";
import { Buffer } from "../node/buffer.ts";

/** Returns the source of an e-mail: multipart/alternative with its two bodies (RFC 2046, section 5.1.4). */
export async function mimeSource(email: Email): Promise<{ source: string; messageId: string }> {
  const boundary = `--_${crypto.randomUUID()}`;
  const messageId = `${crypto.randomUUID()}@${email.from.address.split("@").at(-1) ?? "localhost"}`;
  const part = (type: string, body: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
    "",
    wrapLines(Buffer.from(body).toString("base64")),
  ];
  const lines = [
    `From: ${formatAddress(email.from)}`,
    `To: ${email.to}`,
    `Subject: ${encodeHeader(email.subject)}`,
    `Message-ID: <${messageId}>`,
    `Date: ${new Date().toUTCString().replace("GMT", "+0000")}`,
    "MIME-Version: 1.0",
    "Auto-Submitted: auto-generated",
    "X-Auto-Response-Suppress: All",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    "",
    ...part("text/plain", email.text),
    ...part("text/html", email.html),
    `--${boundary}--`,
    "",
  ];
  return { source: lines.join("\r\n"), messageId };
}

const formatAddress = ({ name, address }: Address) =>
  name === "" ? address : `${encodeHeader(name)} <${address}>`;

/** Encodes a header that is not printable ASCII (RFC 2047). */
const encodeHeader = (text: string) =>
  /^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;

const wrapLines = (base64: string) => base64.replace(/.{76}(?=.)/g, "$&\r\n");
