import type { Hooks } from "../../auth/context.ts";
import type { Message, Transport } from "../../mail/transport.ts";
import type { Metrics } from "../../monitoring/metrics.ts";

/** A transport whose messages are counted. */
export function counted<Kind extends Message>(
  transport: Transport<Kind>,
  metrics: Metrics | undefined,
): Transport<Kind> {
  if (!metrics) return transport;
  return {
    ...transport,
    send: (message) => counting(() => transport.send(message), message.channel, metrics),
  };
}

/** Hooks, with the messages counted that are handed to them instead of a transport. */
export function countedHooks(hooks: Hooks, metrics: Metrics | undefined): Hooks {
  if (!metrics) return hooks;
  return {
    ...hooks,
    call: (name, input) => {
      const ask = () => hooks.call(name, input);
      if (name === "send_email") return counting(ask, "email", metrics);
      return name === "send_sms" ? counting(ask, "sms", metrics) : ask();
    },
  };
}

async function counting<T>(
  send: () => Promise<T>,
  channel: Message["channel"],
  metrics: Metrics,
): Promise<T> {
  try {
    const sent = await send();
    metrics.messageTried(channel, "sent");
    return sent;
  } catch (error) {
    metrics.messageTried(channel, "failed");
    throw error;
  }
}
