import { Hono } from "hono";
import type { Wire } from "../http/wire.ts";
import { directOrigin, onlyFromOwnPage, onlyOnThisMachine, onlyWithKey } from "./access.ts";
import { addRoutes } from "./add-routes.ts";
import { toResponse } from "./answer.ts";
import type { DeskContext, DeskOptions } from "./context.ts";
import type { KeyKind } from "./errors.ts";
import { onlyEncrypted, onlyWithSecretKey, publicOrigin } from "./exposed-access.ts";
import { createDeskPage } from "./page.ts";
import { PreviewStore } from "./preview-store.ts";
import { routes } from "./routes.ts";

/**
 * Creates the desk: the page where a developer views and changes the project, and the API that only this page calls
 * (docs/desk.md). It must be mounted at `/desk`.
 */
export function createDesk(options: DeskOptions): Wire {
  const context: DeskContext = { ...options, views: new PreviewStore() };
  const { isExposed, key, log } = context;
  const api = new Hono();
  api.onError((error, c) => toResponse(error, c, context.log));
  api.use(async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
  api.use(onlyFromOwnPage(isExposed ? publicOrigin : directOrigin));
  // This route comes before the key check, so that the page can find out which key it needs.
  const kind: KeyKind = isExposed ? "secret" : "link";
  api.get("/access", (c) => c.json({ key: kind }));
  api.use(isExposed ? onlyWithSecretKey(key, log) : onlyWithKey(key));
  addRoutes(api, context, routes);

  const views = new Hono();
  views.onError((error, c) => toResponse(error, c, context.log));
  views.use(onlyFromOwnPage(isExposed ? publicOrigin : directOrigin));
  views.get("/:name", (c) => context.views.find(c.req.param("name"))(c));

  const app = new Hono();
  app.use(isExposed ? onlyEncrypted : onlyOnThisMachine);
  app.use(async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("x-content-type-options", "nosniff");
    headers.set("referrer-policy", "no-referrer");
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set("cross-origin-resource-policy", "same-origin");
  });
  app.route("/api", api);
  app.route("/view", views);
  app.route("/", createDeskPage(context.directory));
  return { app };
}
