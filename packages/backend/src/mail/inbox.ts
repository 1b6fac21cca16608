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

/** The place where messages stay that are not to be sent: in the database, and shown on a page. */
export function createInbox(options: { readonly database: Database }): Inbox {
  const mailbox = new Mailbox(options.database);
  const events = new LiveEvents(options.database);
  return {
    app: inboxApp(mailbox, events),
    transport: { send: (message) => mailbox.add(message) },
    close: () => events.close(),
  };
}
