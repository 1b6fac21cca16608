import type { IncomingMessage } from "node:http";
import type { Database } from "../database/port.ts";
import type { Message, Transport } from "../mail/transport.ts";

/**
 * Hooks between the server and its database, network, mail and social providers. Tests inject failures into them
 * (`testing/`), while the rest of the server is real. In development, early requests wait in a hook for the migrations.
 */
export interface Interceptors {
  /** Wraps the opened database. All parts use the returned one. */
  readonly wrapped?: (database: Database) => Database;
  /** Awaited before a request is answered. */
  readonly arriving?: (request: IncomingMessage) => Promise<void>;
  /** Called in place of sending a message. Calling `send` sends the message. */
  readonly sending?: (send: () => Promise<void>) => Promise<void>;
  /** Called in place of a request to a sandbox provider. Calling `send` sends the request. */
  readonly fetching?: (send: () => Promise<Response>) => Promise<Response>;
  /** Returns whether every caller counts as being over the rate limits. */
  readonly limiting?: () => boolean;
}

/** Returns interceptors that combine both. The outer ones run first. */
export function combineInterceptors(outer: Interceptors, inner: Interceptors): Interceptors {
  const sendDirectly = <Outcome>(send: () => Outcome) => send();
  const nest =
    <Outcome>(
      outerSend: (send: () => Outcome) => Outcome = sendDirectly,
      innerSend: (send: () => Outcome) => Outcome = sendDirectly,
    ) =>
    (send: () => Outcome) =>
      outerSend(() => innerSend(send));
  return {
    wrapped: (database) => {
      const wrapped = outer.wrapped?.(database) ?? database;
      return inner.wrapped?.(wrapped) ?? wrapped;
    },
    arriving: async (request) => {
      await outer.arriving?.(request);
      await inner.arriving?.(request);
    },
    sending: nest(outer.sending, inner.sending),
    fetching: nest(outer.fetching, inner.fetching),
    limiting: () => outer.limiting?.() === true || inner.limiting?.() === true,
  };
}

/** Returns a transport whose messages go through the interceptors. */
export function interceptTransport<Kind extends Message>(
  { sending }: Interceptors,
  transport: Transport<Kind>,
): Transport<Kind> {
  if (!sending) return transport;
  return {
    send: (message) => sending(() => transport.send(message)),
    call: () => sending(async () => transport.call?.()),
  };
}
