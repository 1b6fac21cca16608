import type { IncomingMessage } from "node:http";
import type { Message, Transport } from "../mail/transport.ts";

/**
 * What lies between the server and the world: the network, the mail, the social providers. A test
 * puts trouble there (`testing/`), and all that the server then does is real.
 */
export interface Interceptors {
  /** Waits for this before it answers a request. */
  readonly arriving?: (request: IncomingMessage) => Promise<void>;
  /** Sends a message by this, which is handed the way to. */
  readonly sending?: (send: () => Promise<void>) => Promise<void>;
  /** Asks a sandbox provider by this, likewise. */
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
