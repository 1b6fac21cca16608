import type { BusListener } from "./bus/port.ts";
import type { Hub } from "./hub.ts";
import type { PresenceListener } from "./presence/presence-registry.ts";

/**
 * Returns the bus's listener. It passes broadcasts to the subscribers of this process, and presence messages to
 * `presence`.
 */
export function createBusDispatcher(hub: Hub, presence: PresenceListener): BusListener {
  return {
    ...presence,
    onMessage(process, message) {
      if (message.kind === "broadcast") hub.publish(message.topic, message.message);
      else presence.onMessage(process, message);
    },
  };
}
