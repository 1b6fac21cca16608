import type { Outbox } from "../../mail/outbox.ts";
import type { Message, Transport } from "../../mail/transport.ts";
import type { Tracing } from "../../monitoring/tracing.ts";

/** A transport whose calls of the mail server have spans. */
export function tracedTransport<Kind extends Message>(
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

/** An outbox whose deliveries each have a trace: they come after the answers, and serve several requests. */
export function tracedOutbox(outbox: Outbox, tracing: Tracing | undefined): Outbox {
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
