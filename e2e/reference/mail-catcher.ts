import { once } from "node:events";
import { createServer } from "node:http";
import { MailServer } from "../../packages/backend/test/servers/mail-server.ts";

/** An SMTP server that receives the e-mails of the Auth server. */
export interface MailCatcher {
  readonly mailPort: number;
  close(): Promise<void>;
}

/**
 * Receives messages by SMTP and returns each once by HTTP: `GET /<address>` answers with the oldest message to the
 * address that was not returned before, or with 404.
 */
export async function startMailCatcher(port: number): Promise<MailCatcher> {
  const mail = new MailServer();
  const returnedMessages = new Set<unknown>();
  const http = createServer(({ url = "/" }, response) => {
    const recipient = `RCPT TO:<${decodeURIComponent(url.slice(1))}>`;
    const message = mail.received.find(
      (item) =>
        !returnedMessages.has(item) && item.commands.some((line) => line.startsWith(recipient)),
    );
    returnedMessages.add(message);
    response.writeHead(message ? 200 : 404).end(message && decodeMessage(message.message));
  });
  http.listen(port, "localhost");
  await once(http, "listening");
  return {
    mailPort: await mail.listen(),
    async close() {
      http.closeAllConnections();
      http.close();
      await mail.close();
    },
  };
}

/** Decodes quoted-printable (RFC 2045, section 6.7). */
function decodeMessage(message: string): string {
  return message
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
