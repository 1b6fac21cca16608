import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { withoutConflicts } from "../database/retry.ts";
import { mountOf } from "../http/mount.ts";
import { confidential } from "../http/security-headers.ts";
import type { Log } from "../log/log.ts";
import { deliveryOf } from "./accounts/requested-messages.ts";
import { listAuditLog } from "./admin/audit.ts";
import { addUser } from "./admin/create-user.ts";
import { deleteFactorOfUser, editFactorOfUser, listFactorsOfUser } from "./admin/factors.ts";
import { generateLink } from "./admin/generate-link.ts";
import { invite } from "./admin/invite.ts";
import { deletePasskeyOfUser, listPasskeysOfUser } from "./admin/passkeys.ts";
import { editUser } from "./admin/update-user.ts";
import { deleteUser, listUsers, readUser } from "./admin/users.ts";
import { withAuditTrail } from "./audit/trail.ts";
import type { Auth } from "./context.ts";
import { addCustomProviders } from "./custom-providers/admin.ts";
import { authorize } from "./endpoints/authorize.ts";
import { callback } from "./endpoints/callback.ts";
import { linkIdentity, unlinkIdentity } from "./endpoints/identities.ts";
import { logout } from "./endpoints/logout.ts";
import { magicLink, otp } from "./endpoints/otp.ts";
import { reauthenticate } from "./endpoints/reauthenticate.ts";
import { recover } from "./endpoints/recover.ts";
import { resend } from "./endpoints/resend.ts";
import { health, jwks, settings } from "./endpoints/settings.ts";
import { signup } from "./endpoints/signup.ts";
import { addSso } from "./endpoints/sso.ts";
import { token } from "./endpoints/token.ts";
import { changeUser, getUser } from "./endpoints/user.ts";
import { followLink, verify } from "./endpoints/verify.ts";
import { AuthError, errorBody, OAuthError, speaksNamedCodes, unexpected } from "./errors.ts";
import { challengeFactor } from "./factors/challenge.ts";
import { enrollFactor } from "./factors/enroll.ts";
import { unenrollFactor } from "./factors/unenroll.ts";
import { verifyFactor } from "./factors/verify.ts";
import { requireAdmin } from "./guards/admin.ts";
import { requireCallerOrApplication } from "./guards/caller.ts";
import { rememberCaller } from "./hooks/calling-address.ts";
import { addOAuthServer } from "./oauth-server/routes.ts";
import { editPasskey, listPasskeys, removePasskey } from "./passkeys/manage.ts";
import { beginRegistration, finishRegistration } from "./passkeys/register.ts";
import { beginPasskeySignIn, finishPasskeySignIn } from "./passkeys/sign-in.ts";
import { inTime } from "./request/timeout.ts";

type Capability = (auth: Auth, c: Context) => Response | Promise<Response>;

/** The auth wire: which path leads to which capability. Mounted at `/auth/v1`. */
export function createAuth(given: Auth, log: Log): Hono {
  const database = withAuditTrail(
    withoutConflicts(given.database),
    log,
    given.auditsOnlyToLog !== true,
  );
  const auth: Auth = { ...given, database };
  const app = new Hono();
  const to = (capability: Capability) => (c: Context) => capability(auth, c);
  auth.outbox.deliverBy(deliveryOf(auth));

  app.use(crossOrigin);
  app.use(confidential);
  if (given.requestTime !== undefined) app.use(inTime(given.requestTime));
  if (auth.hooks.areAny) app.use(rememberCaller);
  // Hono answers HEAD by doing what GET does. Here that would use up a link which a mail scanner
  // only looks at.
  app.use((c, next) => (c.req.raw.method === "HEAD" ? notAllowed(c, []) : next()));
  app.get("/health", to(health));
  app.get("/settings", to(settings));
  app.get("/.well-known/jwks.json", to(jwks));
  app.post("/signup", to(signup));
  app.post("/token", to(token));
  app.post("/otp", to(otp));
  app.post("/magiclink", to(magicLink));
  app.post("/recover", to(recover));
  app.post("/resend", to(resend));
  app.get("/verify", (c) => followLink(auth, c, log));
  app.post("/verify", to(verify));
  app.get("/user", to(getUser));
  app.put("/user", to(changeUser));
  app.get("/user/identities/authorize", to(linkIdentity));
  app.delete("/user/identities/:identity_id", to(unlinkIdentity));
  app.post("/factors", to(enrollFactor));
  app.delete("/factors/:factor_id", to(unenrollFactor));
  app.post("/factors/:factor_id/challenge", to(challengeFactor));
  app.post("/factors/:factor_id/verify", to(verifyFactor));
  app.post("/passkeys/authentication/options", to(beginPasskeySignIn));
  app.post("/passkeys/authentication/verify", to(finishPasskeySignIn));
  app.post("/passkeys/registration/options", to(beginRegistration));
  app.post("/passkeys/registration/verify", to(finishRegistration));
  app.get("/passkeys", to(listPasskeys));
  app.patch("/passkeys/:passkey_id", to(editPasskey));
  app.delete("/passkeys/:passkey_id", to(removePasskey));
  app.get("/authorize", to(authorize));
  app.on(["GET", "POST"], "/callback", (c) => callback(auth, c, log));
  app.get("/reauthenticate", to(reauthenticate));
  app.post("/logout", to(logout));
  app.post("/invite", to(invite));
  app.get("/admin/users", to(listUsers));
  app.post("/admin/users", to(addUser));
  app.get("/admin/users/:user_id", to(readUser));
  app.put("/admin/users/:user_id", to(editUser));
  app.delete("/admin/users/:user_id", to(deleteUser));
  app.get("/admin/users/:user_id/factors", to(listFactorsOfUser));
  app.put("/admin/users/:user_id/factors/:factor_id", to(editFactorOfUser));
  app.delete("/admin/users/:user_id/factors/:factor_id", to(deleteFactorOfUser));
  app.get("/admin/users/:user_id/passkeys", to(listPasskeysOfUser));
  app.delete("/admin/users/:user_id/passkeys/:passkey_id", to(deletePasskeyOfUser));
  app.post("/admin/generate_link", to(generateLink));
  app.get("/admin/audit", to(listAuditLog));
  addOAuthServer(app, auth);
  addSso(app, auth);
  addCustomProviders(app, auth);

  const routes = app.routes.filter(({ path }) => !path.includes("*"));
  // Who may not come in is told so before they are told what there is.
  app.use("/admin/*", guardedBy(auth, requireAdmin));
  for (const path of [
    "/user/*",
    "/factors/*",
    "/reauthenticate",
    "/passkeys/registration/*",
    "/passkeys/:passkey_id",
  ]) {
    app.use(path, guardedBy(auth, requireCallerOrApplication));
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
    app.all(path, (c) => notAllowed(c, allowed));
  }

  // Not by `notFound`, which is the outermost application's to say.
  app.all("*", (c) => {
    const path = c.req.path.slice(mountOf(c).length);
    // Most of the reference's paths answer with a slash at the end too.
    if (/[^/]\/$/.test(path)) {
      const { search } = new URL(c.req.url);
      const url = new URL(`${path.slice(0, -1)}${search}`, c.req.url);
      return app.fetch(new Request(url, c.req.raw), c.env);
    }
    return c.body("404 page not found\n", 404, { "content-type": "text/plain; charset=utf-8" });
  });
  app.onError((error, c) => {
    if (error instanceof AuthError) {
      if (error.status >= 500) log.error({ err: error.cause ?? error }, error.message);
      return refusal(c, error);
    }
    if (error instanceof OAuthError) {
      return c.json({ error: error.error, error_description: error.message }, 400);
    }
    log.error({ err: error }, "a request to the auth wire failed");
    return refusal(c, unexpected(error));
  });
  return app;
}

const guardedBy =
  (auth: Auth, guard: (auth: Auth, c: Context) => Promise<unknown>): MiddlewareHandler =>
  async (c, next) => {
    await guard(auth, c);
    await next();
  };

function notAllowed(c: Context, allowed: readonly string[]): Promise<Response> {
  return Promise.resolve(c.body(null, 405, { allow: allowed.join(", ") }));
}

function refusal(c: Context, error: AuthError): Response {
  const version = c.req.header("x-supabase-api-version");
  const headers = new Headers(c.res.headers);
  headers.set("content-type", "application/json");
  headers.set("x-sb-error-code", error.code);
  if (error.retryAfter !== undefined) headers.set("retry-after", String(error.retryAfter));
  if (version && speaksNamedCodes(version)) headers.set("x-supabase-api-version", "2024-01-01");
  return new Response(JSON.stringify(errorBody(error, version)), {
    status: error.status,
    headers,
  });
}

const origin = "*";
const exposeHeaders = ["X-Total-Count", "Link", "X-Supabase-Api-Version", "Retry-After"];

const preflight = cors({
  origin,
  allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  exposeHeaders,
});

/**
 * Any page may ask: what guards an account is its token, which no browser sends by itself.
 *
 * Hono's middleware sets headers before there is an answer to have them, and so has every answer made
 * anew, with a stream for its body.
 */
const crossOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.method === "OPTIONS") {
    // OPTIONS without this header are no question that a browser asks before a request of its own.
    return c.req.header("access-control-request-method") ? preflight(c, next) : next();
  }
  await next();
  c.res.headers.set("access-control-allow-origin", origin);
  c.res.headers.set("access-control-expose-headers", exposeHeaders.join(","));
};
