import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { type UpgradeListener, upgradesFor } from "./upgrades.ts";

/** The handlers for requests and for upgrades. */
export interface Listeners {
  readonly handleRequest: ReturnType<typeof listenerFor>;
  readonly upgrade: UpgradeListener;
}

/** Returns a request listener. Hono's own clean-up is disabled, because `drainUnreadBody` handles unread bodies. */
export const listenerFor = (app: Hono) =>
  getRequestListener(app.fetch, { autoCleanupIncoming: false });

export const listenersFor = (app: Hono): Listeners => ({
  handleRequest: listenerFor(app),
  upgrade: upgradesFor(app),
});
