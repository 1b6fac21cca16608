import { type Context, Hono, type MiddlewareHandler } from "hono";
import { retryOnConflict } from "../database/retry.ts";
import { mountOf } from "../http/mount.ts";
import { confidential } from "../http/security-headers.ts";
import type { Log } from "../log/log.ts";
import { deliveryOf } from "./accounts/requested-messages.ts";
import { answerError, notAllowed } from "./answer.ts";
import { withAuditTrail } from "./audit/trail.ts";
import type { Auth } from "./context.ts";
import { addCustomProviders } from "./endpoints/admin/custom-providers.ts";
import { addSso } from "./endpoints/sso.ts";
import { requireAdmin } from "./guards/admin.ts";
import { requireCallerOrApplication } from "./guards/caller.ts";
import { storeCallerAddress } from "./hooks/calling-address.ts";
import { addOAuthServer } from "./oauth-routes.ts";
import { crossOrigin } from "./request/cross-origin.ts";
import { requestTimeout } from "./request/timeout.ts";
import { routes } from "./routes.ts";

/** Returns the auth wire, to be mounted at `/auth/v1`. */
export function createAuth(dependencies: Auth, log: Log): Hono {
  const { requestTime, auditsOnlyToLog = false } = dependencies;
  const database = withAuditTrail(retryOnConflict(dependencies.database), log, !auditsOnlyToLog);
  const auth: Auth = { ...dependencies, database };
  auth.outbox.deliverBy(deliveryOf(auth));

  const app = new Hono();
  app.use(crossOrigin);
  app.use(confidential);
  if (requestTime !== undefined) app.use(requestTimeout(requestTime));
  if (auth.hooks.areAny) app.use(storeCallerAddress);
  // Hono answers HEAD with the GET handler, which would use up the one-time links that mail scanners probe.
  app.use((c, next) => (c.req.raw.method === "HEAD" ? notAllowed(c, []) : next()));
  for (const [method, path, endpoint] of routes) {
    app.on(method, path, (c) => endpoint(auth, c, log));
  }
  addOAuthServer(app, auth);
  addSso(app, auth);
  addCustomProviders(app, auth);
  refuseOtherMethods(app, auth);
  refuseOtherPaths(app);
  app.onError(answerError(log));
  return app;
}

/** Paths that check the caller before they answer 405. */
const guarded = [
  "/user/*",
  "/factors/*",
  "/reauthenticate",
  "/passkeys/registration/*",
  "/passkeys/:passkey_id",
];

function refuseOtherMethods(app: Hono, auth: Auth): void {
  const knownRoutes = app.routes.filter(({ path }) => !path.includes("*"));
  app.use("/admin/*", guardedBy(auth, requireAdmin));
  for (const path of guarded) app.use(path, guardedBy(auth, requireCallerOrApplication));
  for (const path of new Set(knownRoutes.map((route) => route.path))) {
    const allowed = knownRoutes.filter((route) => route.path === path).map(({ method }) => method);
    app.all(path, (c) => notAllowed(c, allowed));
  }
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

const guardedBy =
  (auth: Auth, guard: (auth: Auth, c: Context) => Promise<unknown>): MiddlewareHandler =>
  async (c, next) => {
    await guard(auth, c);
    await next();
  };
