import { createAuth } from "../../auth/app.ts";
import { deleteExpired } from "../../auth/clean-up.ts";
import type { Auth, Sandbox } from "../../auth/context.ts";
import { captchaVerifier } from "../../auth/guards/captcha.ts";
import { createHooks } from "../../auth/hooks/hooks.ts";
import { hashingUsage, observeHashing, shareCores } from "../../auth/passwords/hash.ts";
import { leakedPasswords } from "../../auth/passwords/leaked-passwords.ts";
import type { Share } from "../../database/port.ts";
import { compressed } from "../../http/compression.ts";
import { noRoute } from "../../http/no-route.ts";
import { countedHooks } from "../messages/message-figures.ts";
import type { Messages } from "../messages/messages.ts";
import { addressHere } from "../origins.ts";
import type { CoreContext, Part } from "../part.ts";
import { aMinute, forAll, periodically } from "../periodically.ts";

/** The auth wire, at `/auth/v1`. */
export interface AuthWire extends Part {
  /** The answer of `GET /settings`. */
  settings(): Promise<unknown>;
}

/**
 * The auth wire's share of the database. Its statements are short. A project's trigger that never ends is
 * ended when its request has been answered.
 */
const share = (requestTime: number): Share => ({
  connections: 7,
  acquireTimeout: 10_000,
  longest: requestTime,
});

export function createAuthWire(
  context: CoreContext,
  { outbox, mailer }: Messages,
  sandbox: Sandbox | undefined,
): AuthWire {
  const { config, switches, keys, signingKeys, tokens, leakCheck, metrics, development } = context;
  const { log, worker } = context.options;
  if (worker) shareCores(worker.of);
  const database = context.database.share(share(switches.requestTime));
  if (metrics) {
    observeHashing(metrics.passwordHashed);
    metrics.watchHashing(hashingUsage);
  }
  const addressOf = (uri: string) => (development.isDevelopment ? addressHere(uri, config) : uri);
  const auth: Auth = {
    config,
    database,
    keys,
    signingKeys,
    accessTokens: tokens,
    mailer,
    outbox,
    hooks: countedHooks(createHooks({ config, database, log, addressOf }), metrics),
    captcha: captchaVerifier(config),
    leakedPasswords: leakedPasswords(leakCheck, log),
    sandbox,
    onLimit: metrics?.limitReached,
    ...switches,
  };
  const wire = createAuth(auth, log);
  // An earlier process may have ended before it had sent all its messages.
  outbox.wake();
  const interval = 5 * aMinute;
  const closing = new AbortController();
  const stop = periodically(
    interval,
    forAll(database, "expired rows", interval, () => deleteExpired(auth, closing.signal)),
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
      // These answers are long and hold no secret; no other path of the auth wire has both.
      if (compression !== "never") {
        const lists = compressed(compression);
        for (const path of ["users", "audit"]) app.use(`/auth/v1/admin/${path}`, lists);
      }
      app.route("/auth/v1", wire);
      // RFC 8414, section 3.1: the issuer's path comes after the well-known name.
      for (const path of ["", "/auth/v1"]) {
        const name = "/.well-known/oauth-authorization-server";
        app.get(`${name}${path}`, () => wire.request(name));
      }
    },
    close: () => {
      closing.abort();
      return stop();
    },
  };
}
