import type { IncomingMessage } from "node:http";
import type { Database } from "../database/port.ts";
import type { Message, Transport } from "../mail/transport.ts";

/**
 * Hooks between the server and its database, the network, the mail, and the social providers. A test causes trouble there
 * (`testing/`), and everything that the server then does is real.
 */
export interface Interceptors {
  /** Called with the database when it is open; all parts work on what this returns. */
  readonly opened?: (database: Database) => Database;
  /** Awaited before a request is answered. */
  readonly arriving?: (request: IncomingMessage) => Promise<void>;
  /** Called to send a message; `send` does it. */
  readonly sending?: (send: () => Promise<void>) => Promise<void>;
  /** Called to ask a sandbox provider; `ask` does it. */
  readonly asking?: (ask: () => Promise<Response>) => Promise<Response>;
}

/** A transport whose messages go through these interceptors. */
export function intercepted<Kind extends Message>(
  { sending }: Interceptors,
  transport: Transport<Kind>,
): Transport<Kind> {
  if (!sending) return transport;
  return {
    send: (message) => sending(() => transport.send(message)),
    call: () => sending(async () => transport.call?.()),
  };
}
