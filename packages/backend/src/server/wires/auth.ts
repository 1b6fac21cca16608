import type { Administration } from "../../auth/accounts/administration.ts";
import { createAuth } from "../../auth/app.ts";
import type { AuthContext, Sandbox } from "../../auth/context.ts";
import { createCaptchaVerifier } from "../../auth/guards/captcha.ts";
import { createHooks } from "../../auth/hooks/hooks.ts";
import { jobs } from "../../auth/jobs.ts";
import { hashingUsage, observeHashing, shareCores } from "../../auth/passwords/hash.ts";
import { createLeakedPasswords } from "../../auth/passwords/leaked-passwords.ts";
import { asAuthAdmin } from "../../database/auth-triggers/auth-admin.ts";
import { watchTriggerFunctions } from "../../database/auth-triggers/trigger-functions.ts";
import type { ConnectionLimits } from "../../database/port.ts";
import { compressResponses } from "../../http/body/compression.ts";
import { noRoute } from "../../http/no-route.ts";
import { runAfterStartup } from "../after-startup.ts";
import { countHookMessages } from "../messages/message-metrics.ts";
import type { Messages } from "../messages/messages.ts";
import { resolveContainerUrl } from "../origins.ts";
import type { CoreContext, Part } from "../part.ts";
import { startJobs } from "../periodically.ts";

/** The auth wire, at `/auth/v1`. */
export interface AuthWire extends Part {
  /** Returns the body of `GET /settings`. */
  settings(): Promise<unknown>;
  readonly administration: Administration;
}

/**
 * The auth wire's share of the database. Its statements are short; the limit cancels a project's trigger that takes
 * longer than its request.
 */
const authLimits = (requestTimeMs: number): ConnectionLimits => ({
  connections: 7,
  acquireTimeoutMs: 10_000,
  maxStatementMs: requestTimeMs,
});

export function createAuthWire(
  context: CoreContext,
  { outbox, mailer }: Messages,
  sandbox: Sandbox | undefined,
): AuthWire {
  const { config, switches, keys, signingKeys, tokens, leakCheck, metrics, development } = context;
  const { log, worker, interceptors } = context.options;
  if (worker) shareCores(worker.of);
  const limitedDatabase = context.database.withLimits(authLimits(switches.requestTime));
  const triggers = watchTriggerFunctions(limitedDatabase);
  const database = asAuthAdmin(limitedDatabase, triggers);
  // Ignore a failure, because the first write loads the functions again and its failure is logged.
  const cancelLoad = runAfterStartup(database, () => void triggers.current().catch(() => {}));
  if (metrics) {
    observeHashing(metrics.passwordHashed);
    metrics.watchHashing(hashingUsage);
  }
  const resolveUrl = (uri: string) =>
    development.isDevelopment ? resolveContainerUrl(uri, config) : uri;
  const auth: AuthContext = {
    config,
    database,
    log,
    keys,
    signingKeys,
    accessTokens: tokens,
    mailer,
    outbox,
    hooks: countHookMessages(
      createHooks({ config, database: limitedDatabase, log, urlFor: resolveUrl }),
      metrics,
    ),
    captcha: createCaptchaVerifier(config),
    leakedPasswords: createLeakedPasswords(leakCheck, log),
    sandbox,
    onLimit: metrics?.limitReached,
    isLimitForced: interceptors?.limiting,
    ...switches,
  };
  const { app: wire, administration } = createAuth(auth);
  // Send the messages that an earlier process had not sent when it ended.
  outbox.wake();
  const stopJobs = startJobs(jobs, auth, { database, log });
  return {
    administration,
    settings: async () => (await wire.request("/settings")).json(),
    mount(app) {
      if (!config.auth.enabled) {
        app.route("/auth/v1", noRoute());
        return;
      }
      const { compression } = switches;
      // Only these responses of the auth wire are long and free of secrets.
      if (compression !== "never") {
        const compressLists = compressResponses(compression);
        for (const path of ["users", "audit"]) app.use(`/auth/v1/admin/${path}`, compressLists);
      }
      app.route("/auth/v1", wire);
      // RFC 8414, section 3.1: the issuer's path comes after the well-known name.
      for (const path of ["", "/auth/v1"]) {
        const name = "/.well-known/oauth-authorization-server";
        app.get(`${name}${path}`, () => wire.request(name));
      }
    },
    close: async () => {
      cancelLoad();
      await Promise.all([stopJobs(), triggers.close()]);
    },
  };
}
