import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { DatabaseUnavailable } from "../database/port.ts";
import type { Transport } from "./bus/transport.ts";
import type { Counts, Realtime } from "./context.ts";
import { postMany } from "./endpoints/post-many.ts";
import { postOne } from "./endpoints/post-one.ts";
import { HttpRefusal } from "./endpoints/refusal.ts";
import { websocket } from "./endpoints/websocket.ts";
import { Hub } from "./hub.ts";
import { openBus } from "./open-bus.ts";
import { Presences } from "./presence/presences.ts";
import { Rates } from "./rate.ts";
import { OpenSockets } from "./sockets/open-sockets.ts";

/** The realtime wire of this process. */
export interface RealtimeWire {
  readonly app: Hono<{ Bindings: HttpBindings }>;
  readonly counts: Counts;
  /** Sends all clients away. */
  leave(): void;
  close(): Promise<void>;
}

/**
 * The realtime wire: channels over WebSockets, with broadcast, presence and changes of tables, and broadcast over
 * HTTP.
 *
 * @param transport the way between the processes, unless it is the database
 *
 * Source: supabase/realtime (`lib/realtime_web`).
 */
export function createRealtime(
  given: Pick<Realtime, "database" | "limits" | "isPrivateOnly" | "changes" | "log" | "verify">,
  transport?: Transport,
): RealtimeWire {
  const hub = new Hub();
  const counts: Counts = { sockets: 0, channels: 0, received: 0, sent: 0 };
  const presences = new Presences(hub, () => realtime.bus);
  const bus = openBus(given, hub, presences.listener, transport);
  const realtime: Realtime = { ...given, hub, counts, presences, bus };
  const sockets = new OpenSockets(realtime);
  const posted = new Rates(given.limits.postedPerSecond);

  const app = new Hono<{ Bindings: HttpBindings }>();
  // The reference's Corsica allows these methods; pages send what supabase-js names.
  app.use(cors({ origin: "*" }));
  app.onError((error, c) => {
    if (error instanceof HttpRefusal) {
      for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
      return c.json(error.body, error.status as 400);
    }
    if (error instanceof DatabaseUnavailable) {
      return c.json({ message: "Tenant database unavailable" }, 422);
    }
    given.log.error({ err: error }, "a request to the realtime wire failed");
    return c.json({ message: "Internal Server Error" }, 500);
  });
  app.notFound((c) => c.json({ message: "Not Found" }, 404));
  app.get("/websocket", websocket(realtime, sockets));
  app.post("/api/broadcast", postMany(realtime, posted));
  app.post("/api/broadcast/:topic/events/:event", postOne(realtime, posted));
  app.get("/api/ping", (c) => c.json({ message: "Success" }));
  return {
    app,
    counts,
    leave: () => sockets.leave(),
    close: async () => {
      sockets.leave();
      await bus.close();
      await given.changes?.close();
    },
  };
}
