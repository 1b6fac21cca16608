import { MailServer } from "../mail-server.ts";

interface Mail {
  readonly link: string;
  readonly at: number;
}

/** The messages of a soak test. Each request for one has a number, which its link contains. */
export class SoakMailbox {
  readonly server = new MailServer();
  readonly #mails = new Map<number, Mail[]>();
  #read = 0;

  /** Returns the messages that have arrived for this request. */
  of(number: number): readonly Mail[] {
    for (const { message, at } of this.server.received.splice(0)) {
      this.#read++;
      const text = decodeQuotedPrintable(message);
      const link = text.match(/https?:\/\/\S+\/auth\/v1\/verify\?[^\s"<>]+/)?.[0] ?? "";
      const redirectTo = new URL(link).searchParams.get("redirect_to") ?? "";
      const key = Number(new URL(redirectTo).searchParams.get("ask"));
      this.#mails.set(key, [...(this.#mails.get(key) ?? []), { link, at }]);
    }
    this.server.calls.length = 0;
    return this.#mails.get(number) ?? [];
  }

  get count(): number {
    return this.#read;
  }
}

function decodeQuotedPrintable(text: string): string {
  return text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
