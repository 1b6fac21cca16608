import { DatabaseBus } from "./bus/database-bus.ts";
import { kinds, type Listener, Notifications } from "./bus/notifications.ts";
import type { Bus, BusListener } from "./bus/port.ts";
import type { Realtime } from "./context.ts";
import type { Hub } from "./hub.ts";
import { DatabaseMessages } from "./messages/messages.ts";

/**
 * The bus of this process. It hears the messages that the database sends, too. An embedded database belongs to
 * one process, which has nobody to tell.
 */
export function openBus(
  { database, log }: Pick<Realtime, "database" | "log">,
  hub: Hub,
  listener: BusListener,
): Bus {
  const messages: [string, Listener] = [kinds.message, new DatabaseMessages(database, hub)];
  const onFailure = (err: unknown) =>
    log.error({ err }, "a notification to channels could not be understood");
  if (database.engine === "pglite") {
    const notifications = new Notifications(database, new Map([messages]), onFailure);
    return {
      open: () => notifications.open(),
      tell: () => {},
      close: () => notifications.close(),
    };
  }
  const bus = new DatabaseBus(database, log, listener);
  const listeners = new Map<string, Listener>([messages, [kinds.word, bus]]);
  bus.attach(new Notifications(database, listeners, onFailure));
  return bus;
}
