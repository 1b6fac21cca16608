import { DatabaseNotifications, notificationKinds } from "./bus/database-notifications.ts";
import { DatabaseTransport } from "./bus/database-transport.ts";
import type { Bus, BusListener } from "./bus/port.ts";
import { ProcessBus } from "./bus/process-bus.ts";
import type { Transport } from "./bus/transport.ts";
import type { RealtimeContext } from "./context.ts";
import type { Hub } from "./hub.ts";
import { MessageRelay } from "./messages/message-relay.ts";

/**
 * Creates the bus of this process. Opening it also starts the {@link MessageRelay} of messages from the database, which
 * shares its connection.
 *
 * @param transport connects the processes; PostgreSQL does so by default. The embedded database serves a single
 * process, which needs no transport.
 */
export function createBus(
  { database, log }: Pick<RealtimeContext, "database" | "log">,
  hub: Hub,
  listener: BusListener,
  transport?: Transport,
): Bus {
  const notifications = new DatabaseNotifications(database, (err) =>
    log.error({ err }, "a database notification for channels could not be processed"),
  );
  notifications.addListener(notificationKinds.message, new MessageRelay(database, hub));
  const busTransport =
    transport ??
    (database.engine === "pglite" ? undefined : new DatabaseTransport(database, notifications));
  const bus = busTransport && new ProcessBus(busTransport, log, listener);
  return {
    open: async () => {
      await bus?.open();
      await notifications.open();
    },
    publish: (message) => bus?.publish(message),
    close: async () => {
      await bus?.close();
      await notifications.close();
    },
  };
}
