import type { Hono } from "hono";
import type { Database } from "../database/port.ts";
import { LiveEvents } from "./inbox/events.ts";
import { Mailbox } from "./inbox/mailbox.ts";
import { inboxApp } from "./inbox-app.ts";
import type { Transport } from "./transport.ts";

export interface Inbox {
  /** To be mounted at `/inbox`. */
  readonly app: Hono;
  /** Keeps e-mails and text messages instead of sending them. */
  readonly transport: Transport;
  /** Ends the live events of the pages that are open. */
  close(): Promise<void>;
}

export interface InboxOptions {
  readonly database: Database;
  /**
   * Waits until the messages are here that were asked for before. Those who read the inbox have just
   * been told to look into it.
   */
  readonly settled?: () => Promise<void>;
}

/** The place where messages stay that are not to be sent: in the database, and shown on a page. */
export function createInbox({ database, settled = async () => {} }: InboxOptions): Inbox {
  const mailbox = new Mailbox(database);
  const events = new LiveEvents(database);
  return {
    app: inboxApp(mailbox, events, settled),
    transport: { send: (message) => mailbox.add(message) },
    close: () => events.close(),
  };
}
