import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/** What is left of a request's body, `drainUnreadBody` deals with. */
export const listenerFor = (app: Hono) =>
  getRequestListener(app.fetch, { autoCleanupIncoming: false });
