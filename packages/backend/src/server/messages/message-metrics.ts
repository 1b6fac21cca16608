import type { Hooks } from "../../auth/context.ts";
import type { Message, Transport } from "../../mail/transport.ts";
import type { Metrics } from "../../monitoring/metrics.ts";

/** Returns a transport that counts its messages. */
export function countMessages<Kind extends Message>(
  transport: Transport<Kind>,
  metrics: Metrics | undefined,
): Transport<Kind> {
  if (!metrics) return transport;
  return {
    ...transport,
    send: (message) => countResult(() => transport.send(message), message.channel, metrics),
  };
}

/** Wraps the hooks to count the messages that they send in place of a transport. */
export function countHookMessages(hooks: Hooks, metrics: Metrics | undefined): Hooks {
  if (!metrics) return hooks;
  return {
    ...hooks,
    call: (name, input) => {
      const send = () => hooks.call(name, input);
      if (name === "send_email") return countResult(send, "email", metrics);
      return name === "send_sms" ? countResult(send, "sms", metrics) : send();
    },
  };
}

async function countResult<T>(
  send: () => Promise<T>,
  channel: Message["channel"],
  metrics: Metrics,
): Promise<T> {
  try {
    const result = await send();
    metrics.messageTried(channel, "sent");
    return result;
  } catch (error) {
    metrics.messageTried(channel, "failed");
    throw error;
  }
}
