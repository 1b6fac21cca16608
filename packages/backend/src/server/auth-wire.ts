import { createAuth } from "../auth/app.ts";
import { deleteExpired } from "../auth/clean-up.ts";
import type { Auth, Sandbox } from "../auth/context.ts";
import { captchaVerifier } from "../auth/guards/captcha.ts";
import { createHooks } from "../auth/hooks/hooks.ts";
import { leakedPasswords } from "../auth/passwords/leaked-passwords.ts";
import type { Share } from "../database/port.ts";
import { compressed } from "../http/compression.ts";
import { noRoute } from "../http/no-route.ts";
import type { Messages } from "./messages.ts";
import type { Part, ServerContext } from "./part.ts";
import { aMinute, periodically } from "./periodically.ts";

/** The auth wire, at `/auth/v1`. */
export interface AuthWire extends Part {
  /** Answers as `GET /settings` does. */
  settings(): Promise<unknown>;
}

/**
 * How it uses the database. Its statements are short; a project's trigger that never ends is ended when
 * the request has been answered that it is part of.
 */
const share = (requestTime: number): Share => ({
  connections: 7,
  acquireTimeout: 10_000,
  longest: requestTime,
});

export function createAuthWire(
  context: ServerContext,
  { outbox, mailer }: Messages,
  sandbox: Sandbox | undefined,
): AuthWire {
  const { config, switches, keys, signingKeys, tokens, leakCheck } = context;
  const { log } = context.options;
  const database = context.database.share(share(switches.requestTime));
  const auth: Auth = {
    config,
    database,
    keys,
    signingKeys,
    accessTokens: tokens,
    mailer,
    outbox,
    hooks: createHooks({ config, database, log }),
    captcha: captchaVerifier(config),
    leakedPasswords: leakedPasswords(leakCheck, log),
    sandbox,
    ...switches,
  };
  const wire = createAuth(auth, log);
  // An earlier process may have ended before it had sent all that was asked for.
  outbox.wake();
  const stop = periodically(
    5 * aMinute,
    () => deleteExpired(auth),
    log,
    "expired rows could not be deleted",
  );
  return {
    settings: async () => (await wire.request("/settings")).json(),
    mount(app) {
      if (!config.auth.enabled) {
        app.route("/auth/v1", noRoute());
        return;
      }
      const { compression } = switches;
      // Long, and with no secret in it, which no other path of the auth wire is.
      if (compression !== "never") {
        const lists = compressed(compression);
        for (const path of ["users", "audit"]) app.use(`/auth/v1/admin/${path}`, lists);
      }
      app.route("/auth/v1", wire);
      // RFC 8414, section 3.1: the path of an issuer comes after the name of what is known of it.
      for (const path of ["", "/auth/v1"]) {
        const name = "/.well-known/oauth-authorization-server";
        app.get(`${name}${path}`, () => wire.request(name));
      }
    },
    close: stop,
  };
}
