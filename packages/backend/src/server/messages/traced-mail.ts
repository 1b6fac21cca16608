import type { Outbox } from "../../mail/outbox.ts";
import type { Message, Transport } from "../../mail/transport.ts";
import type { Tracing } from "../../monitoring/tracing.ts";

/** Returns a transport that creates a span for each call to the mail server. */
export function traceTransport<Kind extends Message>(
  transport: Transport<Kind>,
  { host, port }: { readonly host: string; readonly port: number },
  tracing: Tracing | undefined,
): Transport<Kind> {
  if (!tracing) return transport;
  const attributes = {
    "network.protocol.name": "smtp",
    "server.address": host,
    "server.port": port,
  };
  return {
    send: (message) => tracing.call("SMTP send", attributes, () => transport.send(message)),
    call: () => tracing.call("SMTP verify", attributes, async () => transport.call?.()),
  };
}

/** Starts a separate trace for each delivery, because deliveries run after the response and serve several requests. */
export function traceOutbox(outbox: Outbox, tracing: Tracing | undefined): Outbox {
  if (!tracing) return outbox;
  return {
    ...outbox,
    deliverBy: (delivery) =>
      outbox.deliverBy({
        ...delivery,
        deliver: (message, isRetry) =>
          tracing.alone("deliver message", () => delivery.deliver(message, isRetry)),
      }),
  };
}
