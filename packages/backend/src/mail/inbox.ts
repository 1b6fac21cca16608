import type { Hono } from "hono";
import type { Database } from "../database/port.ts";
import { LiveEvents } from "./inbox/events.ts";
import { Mailbox } from "./inbox/mailbox.ts";
import { createInboxApp } from "./inbox-app.ts";
import type { Transport } from "./transport.ts";

export interface Inbox {
  /** The application to mount at `/inbox`. */
  readonly app: Hono;
  /** Stores e-mails and text messages instead of sending them. */
  readonly transport: Transport;
  /** Ends the live events of all open pages. */
  close(): Promise<void>;
}

export interface InboxOptions {
  readonly database: Database;
  /** Waits until earlier messages are delivered, because users open the inbox right after a request. */
  readonly drainOutbox?: () => Promise<void>;
  /** The inbox page, if there is one ({@link createInboxPage}). */
  readonly page?: Hono | undefined;
}

/** Creates the inbox, which stores messages in the database instead of sending them, and shows them on a page. */
export function createInbox({ database, drainOutbox = async () => {}, page }: InboxOptions): Inbox {
  const mailbox = new Mailbox(database);
  const events = new LiveEvents(database);
  return {
    app: createInboxApp(mailbox, events, drainOutbox, page),
    transport: { send: (message) => mailbox.add(message) },
    close: () => events.close(),
  };
}
