import type { EmailKind } from "./templates/built-in.ts";

export interface Address {
  readonly name: string;
  readonly address: string;
}

/** A rendered e-mail, ready to be sent. */
export interface Email {
  readonly channel: "email";
  readonly kind: EmailKind;
  readonly from: Address;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The link to follow, if the e-mail contains one. */
  readonly link: string | undefined;
  /** The code to enter, if the e-mail contains one. */
  readonly code: string | undefined;
}

/** The channel of a message to a phone. */
export type Messenger = "sms" | "whatsapp";

/** A message to a phone. */
export interface TextMessage {
  readonly channel: "sms";
  /** Defaults to a text message. */
  readonly messenger?: "whatsapp";
  /** The phone number as stored in the account. */
  readonly to: string;
  readonly text: string;
  readonly code: string | undefined;
}

export type Message = Email | TextMessage;

/** Delivers messages to their recipients. */
export interface Transport<Kind extends Message = Message> {
  /** @throws {MailError} if the message could not be sent */
  send(message: Kind): Promise<void>;
  /**
   * Contacts the mail server without sending a message. Absent if the transport has no server to contact.
   *
   * @throws {MailError} if a message would be refused
   */
  call?(): Promise<void>;
}

/** Thrown if a message was not sent. Its message contains the reason, and never a password. */
export class MailError extends Error {
  override readonly name = "MailError";
  /** Whether a retry would fail as well, for example because the mailbox does not exist. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent = false }: { readonly isPermanent?: boolean } = {}) {
    super(message);
    this.isPermanent = isPermanent;
  }
}
