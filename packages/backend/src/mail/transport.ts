import type { EmailKind } from "./templates/built-in.ts";

export interface Address {
  readonly name: string;
  readonly address: string;
}

/** An e-mail as it is handed over: rendered, with nothing left to decide. */
export interface Email {
  readonly channel: "email";
  readonly kind: EmailKind;
  readonly from: Address;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** What its reader is to follow, if it holds such a link. */
  readonly link: string | undefined;
  /** What its reader is to type, if it holds a code. */
  readonly code: string | undefined;
}

/** How a message comes to a phone. */
export type Messenger = "sms" | "whatsapp";

/** A message to a phone. */
export interface TextMessage {
  readonly channel: "sms";
  /** Absent: as a text message. */
  readonly messenger?: "whatsapp";
  /** The phone number, as the account has it. */
  readonly to: string;
  readonly text: string;
  readonly code: string | undefined;
}

export type Message = Email | TextMessage;

/** Takes messages to where they are read. */
export interface Transport<Kind extends Message = Message> {
  /** @throws {MailError} when it could not hand the message over */
  send(message: Kind): Promise<void>;
  /**
   * Goes to where a message would be handed over, with none. Absent where that tells nothing.
   *
   * @throws {MailError} when it would not be taken
   */
  call?(): Promise<void>;
}

/** A message that was not sent. Says why, and never holds a password. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** True where it would be refused the next time as well: there is no such mailbox, for one. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent = false }: { readonly isPermanent?: boolean } = {}) {
    super(message);
    this.isPermanent = isPermanent;
  }
}
