import { MailServer } from "../servers/mail-server.ts";

interface Mail {
  readonly link: string;
  readonly receivedAt: number;
}

/** The messages of a soak test. Each request for a message has a number, which the link in the message contains. */
export class SoakMailbox {
  readonly server = new MailServer();
  readonly #mails = new Map<number, Mail[]>();
  #receivedCount = 0;

  /** Returns the messages that have arrived for a request. */
  messagesFor(number: number): readonly Mail[] {
    for (const { message, receivedAt } of this.server.received.splice(0)) {
      this.#receivedCount++;
      const text = decodeQuotedPrintable(message);
      const link = text.match(/https?:\/\/\S+\/auth\/v1\/verify\?[^\s"<>]+/)?.[0] ?? "";
      const redirectTo = new URL(link).searchParams.get("redirect_to") ?? "";
      const key = Number(new URL(redirectTo).searchParams.get("request"));
      this.#mails.set(key, [...(this.#mails.get(key) ?? []), { link, receivedAt }]);
    }
    this.server.sessions.length = 0;
    return this.#mails.get(number) ?? [];
  }

  get count(): number {
    return this.#receivedCount;
  }
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
