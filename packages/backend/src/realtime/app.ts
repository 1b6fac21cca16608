import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { allowAnyOrigin } from "../http/cross-origin.ts";
import type { Wire } from "../http/wire.ts";
import { toResponse } from "./answer.ts";
import type { Transport } from "./bus/transport.ts";
import { createBusDispatcher } from "./bus-dispatcher.ts";
import type { RealtimeContext, RealtimeCounts, RealtimeOptions } from "./context.ts";
import { createBus } from "./create-bus.ts";
import { Hub } from "./hub.ts";
import { PresenceRegistry } from "./presence/presence-registry.ts";
import { CallerRates } from "./rolling-rate.ts";
import { routes } from "./routes.ts";
import { SocketRegistry } from "./sockets/socket-registry.ts";

/** The realtime wire of this process. */
export interface RealtimeWire extends Wire<{ Bindings: HttpBindings }> {
  readonly counts: RealtimeCounts;
  /** Closes all sockets, so that their clients reconnect to another process. */
  leave(): void;
  close(): Promise<void>;
}

/**
 * Creates the realtime wire: channels over WebSockets with broadcast, presence and table changes, and broadcast
 * over HTTP.
 *
 * @param transport connects the processes of a project; the default is the database
 *
 * Source: supabase/realtime (`lib/realtime_web`).
 */
export function createRealtime(options: RealtimeOptions, transport?: Transport): RealtimeWire {
  const hub = new Hub();
  const counts: RealtimeCounts = { sockets: 0, channels: 0, received: 0, sent: 0 };
  const presence = new PresenceRegistry(hub, () => bus);
  const bus = createBus(options, hub, createBusDispatcher(hub, presence.listener), transport);
  const context: RealtimeContext = { ...options, hub, counts, presence, bus };
  const sockets = new SocketRegistry(context);
  const httpRates = new CallerRates(options.limits.httpMessagesPerSecond);
  const endpointContext = { ...context, sockets, httpRates };

  const app = new Hono<{ Bindings: HttpBindings }>();
  // The reference's Corsica setup also allows every origin.
  app.use(allowAnyOrigin());
  app.onError((error, c) => toResponse(error, c, options.log));
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, (c) => endpoint(endpointContext, c));
  }
  // Do not use `app.notFound`, because only the outermost application calls it.
  app.all("*", (c) => c.json({ message: "Not Found" }, 404));
  return {
    app,
    counts,
    leave: () => sockets.closeAll(),
    close: async () => {
      sockets.closeAll();
      await bus.close();
      await options.changes?.close();
    },
  };
}
