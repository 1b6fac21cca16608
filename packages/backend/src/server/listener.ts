import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/** `drainUnreadBody` deals with the rest of a request's body. */
export const listenerFor = (app: Hono) =>
  getRequestListener(app.fetch, { autoCleanupIncoming: false });
