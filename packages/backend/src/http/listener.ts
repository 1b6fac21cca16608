import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { type UpgradeListener, upgradesFor } from "./upgrades.ts";

/** The ways in which a server's connections reach its application. */
export interface Listeners {
  readonly answer: ReturnType<typeof listenerFor>;
  readonly upgrade: UpgradeListener;
}

/** `drainUnreadBody` deals with the rest of a request's body. */
export const listenerFor = (app: Hono) =>
  getRequestListener(app.fetch, { autoCleanupIncoming: false });

export const listenersFor = (app: Hono): Listeners => ({
  answer: listenerFor(app),
  upgrade: upgradesFor(app),
});
