import { DatabaseTransport } from "./bus/database-transport.ts";
import { kinds, Notifications } from "./bus/notifications.ts";
import type { Bus, BusListener } from "./bus/port.ts";
import { ProcessBus } from "./bus/process-bus.ts";
import type { Transport } from "./bus/transport.ts";
import type { Realtime } from "./context.ts";
import type { Hub } from "./hub.ts";
import { DatabaseMessages } from "./messages/messages.ts";

/**
 * The bus of this process. It hears the messages that the database sends, too.
 *
 * @param transport the way between the processes. Without it, the database is the way; an embedded one belongs to
 * one process, which has nobody to tell.
 */
export function openBus(
  { database, log }: Pick<Realtime, "database" | "log">,
  hub: Hub,
  listener: BusListener,
  transport?: Transport,
): Bus {
  const notifications = new Notifications(database, (err) =>
    log.error({ err }, "a notification to channels could not be understood"),
  );
  notifications.hear(kinds.message, new DatabaseMessages(database, hub));
  const way =
    transport ??
    (database.engine === "pglite" ? undefined : new DatabaseTransport(database, notifications));
  const bus = way && new ProcessBus(way, log, listener);
  return {
    open: async () => {
      await bus?.open();
      await notifications.open();
    },
    tell: (word) => bus?.tell(word),
    close: async () => {
      await bus?.close();
      await notifications.close();
    },
  };
}
