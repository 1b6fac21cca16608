import { type Context, Hono, type MiddlewareHandler } from "hono";
import { retryOnConflict } from "../database/retry.ts";
import { mountOf } from "../http/mount.ts";
import { confidential } from "../http/protection/security-headers.ts";
import type { Wire } from "../http/wire.ts";
import { type Administration, createAdministration } from "./accounts/administration.ts";
import { createDelivery } from "./accounts/requested-messages.ts";
import { toResponse } from "./answer.ts";
import { withAuditTrail } from "./audit/trail.ts";
import type { AuthContext } from "./context.ts";
import { requireAdmin } from "./guards/admin.ts";
import { storeCallerAddress } from "./hooks/caller-address.ts";
import { requireCallerOrApplication } from "./identify-caller.ts";
import { crossOrigin } from "./request/cross-origin.ts";
import { requestTimeout } from "./request/timeout.ts";
import { routes } from "./routes.ts";

/** Creates the auth wire, to be mounted at `/auth/v1`. */
export function createAuth(options: AuthContext): Wire & {
  readonly administration: Administration;
} {
  const { log, requestTime, auditsOnlyToLog = false } = options;
  const database = withAuditTrail(retryOnConflict(options.database), log, !auditsOnlyToLog);
  const context: AuthContext = { ...options, database };
  context.outbox.deliverBy(createDelivery(context));

  const app = new Hono();
  app.use(crossOrigin);
  app.use(confidential);
  if (requestTime !== undefined) app.use(requestTimeout(requestTime));
  if (context.hooks.isAnyEnabled) app.use(storeCallerAddress);
  // Hono answers HEAD with the GET handler, which would use up the one-time links that mail scanners probe.
  app.use((c, next) => (c.req.raw.method === "HEAD" ? notAllowed(c, []) : next()));
  app.onError((error, c) => toResponse(error, c, log));
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, (c) => endpoint(context, c));
  }
  refuseOtherMethods(app, context);
  refuseOtherPaths(app);
  return { app, administration: createAdministration(context) };
}

/** Paths that check the caller before they answer 405. */
const guardedPaths = [
  "/user/*",
  "/factors/*",
  "/reauthenticate",
  "/passkeys/registration/*",
  "/passkeys/:passkey_id",
];

function refuseOtherMethods(app: Hono, context: AuthContext): void {
  app.use("/admin/*", guardWith(context, requireAdmin));
  for (const path of guardedPaths) app.use(path, guardWith(context, requireCallerOrApplication));
  for (const path of new Set(routes.map(([, path]) => path))) {
    const allowedMethods = routes.filter((route) => route[1] === path).map(([method]) => method);
    app.all(path, (c) => notAllowed(c, allowedMethods));
  }
}

/** Answers a method that the path does not allow. */
function notAllowed(c: Context, allowedMethods: readonly string[]): Promise<Response> {
  return Promise.resolve(c.body(null, 405, { allow: allowedMethods.join(", ") }));
}

/** `app.notFound` would not run here: the outermost application handles it. */
function refuseOtherPaths(app: Hono): void {
  app.all("*", (c) => {
    const path = c.req.path.slice(mountOf(c).length);
    // Most paths of the reference accept a trailing slash.
    if (/[^/]\/$/.test(path)) {
      const { search } = new URL(c.req.url);
      const url = new URL(`${path.slice(0, -1)}${search}`, c.req.url);
      return app.fetch(new Request(url, c.req.raw), c.env);
    }
    return c.body("404 page not found\n", 404, { "content-type": "text/plain; charset=utf-8" });
  });
}

const guardWith =
  (
    context: AuthContext,
    guard: (context: AuthContext, c: Context) => Promise<unknown>,
  ): MiddlewareHandler =>
  async (c, next) => {
    await guard(context, c);
    await next();
  };
