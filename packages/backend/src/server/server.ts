import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { sweep } from "../auth/clean-up.ts";
import type { Auth } from "../auth/context.ts";
import { captchaVerifier } from "../auth/guards/captcha.ts";
import { createHooks } from "../auth/hooks/hooks.ts";
import { leakedPasswords } from "../auth/passwords/leaked-passwords.ts";
import { createSandbox, sandboxCodes } from "../auth/providers/sandbox.ts";
import { createAuth } from "../auth/routes.ts";
import { readCertificate } from "../config/certificate.ts";
import { readEnvironment } from "../config/environment.ts";
import { type Forwarding, readForwarding } from "../config/forwarding.ts";
import { type LeakCheck, readLeakCheck } from "../config/leak-check.ts";
import { loadConfig } from "../config/load.ts";
import { type Project, readProject } from "../config/project.ts";
import { type Config, fixedIssuer, type ParsedConfig, withOrigin } from "../config/schema.ts";
import { type KeyPair, selfSigned } from "../config/self-signed.ts";
import { readSwitches, type Switches } from "../config/switch.ts";
import { checkpoint } from "../database/checkpoint.ts";
import { openPrepared } from "../database/pglite-new.ts";
import type { Database, Share } from "../database/port.ts";
import { applyProject, createsPostgis } from "../database/project-migrations.ts";
import { prepareDatabase } from "../database/system.ts";
import { vacuum } from "../database/vacuum.ts";
import { believing } from "../http/client-address.ts";
import { compressed } from "../http/compression.ts";
import { isLocalHost, onlyForHosts, originFor } from "../http/host.ts";
import { listen } from "../http/listening.ts";
import { noRoute } from "../http/no-route.ts";
import { isPassedOn, onlyForOwnMachine } from "../http/own-machine.ts";
import { writeRefusals } from "../http/refusals.ts";
import { everyAnswer } from "../http/security-headers.ts";
import { createSite } from "../http/site.ts";
import { letSend } from "../http/unread-body.ts";
import { accessTokens } from "../keys/access-token.ts";
import { loadProjectKeys, type ProjectKeys } from "../keys/project.ts";
import { loadSigningKeys } from "../keys/signing-keys.ts";
import { withThirdParty } from "../keys/third-party.ts";
import { rememberVerified } from "../keys/verified-tokens.ts";
import type { Log } from "../log/log.ts";
import { createInbox } from "../mail/inbox.ts";
import { createOutbox } from "../mail/outbox.ts";
import { createPostman } from "../mail/postman.ts";
import { createSmtpTransport } from "../mail/smtp.ts";
import { createTextTransport } from "../mail/text-messages.ts";
import { nowhere, undelivered } from "../mail/undelivered.ts";
import { appSettingsOf, createRest } from "../rest/app.ts";
import { type Development, developmentOf } from "./development.ts";
import { periodically } from "./periodically.ts";
import { restCaller } from "./rest-caller.ts";
import { type Surroundings, throughSurroundings } from "./surroundings.ts";

export interface ServerOptions {
  /** The folder that holds `supabase/`. */
  readonly project: string;
  /** The address to listen on; 127.0.0.1 is this machine alone. */
  readonly host: string;
  /** 0 takes a free one; without, it is that of `[api]`. */
  readonly port?: number | undefined;
  /**
   * Where data are kept: a folder for the embedded database (which may be opening already), a
   * PostgreSQL server, or nowhere.
   */
  readonly storage:
    | { readonly directory: string; readonly opening?: Promise<Database> | undefined }
    | { readonly url: string }
    | { readonly memory: true };
  /** A built page to serve beside the API: a folder with an `index.html`. */
  readonly site?: string | undefined;
  /** What `env(NAME)` in config.toml reads from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Serve these to everybody, and wherever the server runs. */
  readonly expose?: { readonly inbox?: boolean; readonly sandbox?: boolean };
  readonly log: Log;
  /** What lies around it; tests put trouble there. */
  readonly surroundings?: Surroundings;
  /** Answer http, even where config.toml asks for https. */
  readonly withoutTls?: boolean;
  /** Told what is being done, a sentence each, while the server starts. */
  readonly progress?: (sentence: string) => void;
}

/** A server that answers. */
export interface RunningServer {
  /** Scheme, host and port, such as `http://localhost:3000`. */
  readonly origin: string;
  readonly config: Config;
  readonly keys: ProjectKeys;
  readonly database: Database;
  /** Whether the inbox is served at `/inbox`. */
  readonly hasInbox: boolean;
  /** Where it is served as well, as Mailpit would be: on the port that `[inbucket]` gives it. */
  readonly inboxOrigin: string | undefined;
  /** Which parts for development are open, and to whom, in sentences. */
  readonly development: readonly string[];
  readonly warnings: readonly string[];
  /** Answers what is under way, then closes the database. Takes some seconds at most. */
  close(): Promise<void>;
}

/**
 * In milliseconds. The data wire reads the catalogue of the database before its first answer, which
 * the one session of the embedded database takes a fifth of a second for. Who comes as soon as the
 * server is there goes before: that is done for the first who needs it, or after this time.
 */
const calmBeforeCatalogue = 500;

/**
 * How the data wire uses the database: at most seven of the ten connections, so that its queries, however
 * slow, leave some to the auth wire. PostgREST also waits ten seconds for one.
 */
const dataShare: Share = { connections: 7, patience: 10_000, givesWay: true };

/**
 * How the auth wire does. Its statements are short; a project's trigger that never ends is ended when
 * the request has been answered that it is part of.
 */
const authShare = (requestTime: number): Share => ({
  connections: 7,
  patience: 10_000,
  longest: requestTime,
});

/** In milliseconds, for how long what is under way may go on when the server stops. */
const longestStop = 4_000;

/** In milliseconds. */
const aMinute = 60 * 1000;

/** In milliseconds: how soon a message is sent that another process has left behind. */
const untilOutboxIsRead = 30 * 1000;

/**
 * Starts the whole backend: reads the project folder, opens and migrates the database, and answers
 * on one port with the auth wire, the data wire, the inbox and the page.
 *
 * @throws {ConfigError} {DirectoryInUse} {DirectoryNotWritable} {DatabaseUnavailable}
 *   {MigrationError}, or the operating system's error when the port cannot be had
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { progress = () => {} } = options;
  const loaded = await loadConfig({ directory: options.project, env: options.env });
  const environment = await readEnvironment(options.project, options.env);
  const leakCheck = readLeakCheck(environment);
  const switches = readSwitches(environment);
  const forwarding = readForwarding(environment);
  const development = developmentOf(
    { host: options.host, isEmbedded: !("url" in options.storage), expose: options.expose },
    environment,
    loaded.config,
  );
  const project = await readProject(options.project, loaded.config);

  const handler = Promise.withResolvers<ReturnType<typeof getRequestListener>>();
  // Whatever comes before the database is open waits for it.
  const { host, port = loaded.config.api.port } = options;
  const tls = await certificateOf(options, loaded.config);
  const server = await listen({ host, port, tls }, async (request, response) => {
    const answer = await handler.promise;
    await options.surroundings?.arriving?.(request);
    answer(request, response);
  });
  const { origin } = server;
  try {
    const config = withOrigin(loaded.config, origin);
    progress("Opening the database");
    const database = await openDatabase(options, project);
    database.onLoss?.((err) => options.log.error({ err }, "the database is opened anew"));
    try {
      await prepareDatabase(database);
      const applied = await applyProject(database, project);
      if (applied.length > 0) progress(`Applied ${applied.join(", ")}`);
      const { app, keys, inbox, rest, outbox, stop } = await compose({
        options,
        config,
        project,
        database,
        leakCheck,
        switches,
        forwarding,
        development,
        issuer: fixedIssuer(loaded.config, config),
      });
      const mailpit = inbox && (await openInboxPort(inbox, options, config));
      handler.resolve(listenerFor(app));
      const calm = database.engine === "pglite" ? calmBeforeCatalogue : 0;
      // Why it failed is in the log, and who asks the data wire is told.
      const preparing = setTimeout(() => void rest?.prepare().catch(() => {}), calm);
      return {
        origin,
        config,
        keys,
        database,
        hasInbox: inbox !== undefined,
        inboxOrigin: mailpit?.port?.origin,
        development: development.told,
        warnings: [
          ...loaded.warnings,
          ...project.warnings,
          ...(mailpit?.warnings ?? []),
          ...(inbox ? [] : undelivered(config)),
        ],
        close: async () => {
          clearTimeout(preparing);
          const stopping = async () => {
            await Promise.all([stop(), server.close(), mailpit?.port?.close()]);
            await outbox.close();
          };
          await Promise.race([stopping(), sleep(longestStop, undefined, { ref: false })]);
          await database.close();
        },
      };
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    server.abandon();
    throw error;
  }
}

async function compose(parts: {
  readonly options: ServerOptions;
  readonly config: Config;
  readonly project: Project;
  readonly database: Database;
  readonly leakCheck: LeakCheck | undefined;
  readonly switches: Switches;
  readonly forwarding: Forwarding;
  readonly development: Development;
  readonly issuer: string | undefined;
}) {
  const { options, config, project, database } = parts;
  const { log, expose, surroundings = {} } = options;
  const { compression, largestAnswer } = parts.switches;
  const { asking = (ask) => ask() } = surroundings;
  const { hasInbox, hasSandbox } = parts.development;

  const keys = await loadProjectKeys(database, config.auth);
  const signingKeys = await loadSigningKeys(database, project.signingKeys);
  const tokens = rememberVerified(accessTokens(signingKeys, keys.jwtSecret, parts.issuer));
  const dataTokens = withThirdParty(tokens, config.auth.third_party);

  const outbox = createOutbox({ database, log });
  const inbox = createInbox({ database, settled: outbox.settled });
  // Nobody could read what a closed inbox kept but those who read the database, codes included.
  const unsent = hasInbox ? inbox.transport : nowhere(log);
  const smtp = config.auth.email.smtp;
  const postman = createPostman({
    config,
    templates: project.templates,
    notifications: project.notifications,
    emails: throughSurroundings(surroundings, smtp?.enabled ? createSmtpTransport(smtp) : unsent),
    texts: throughSurroundings(surroundings, createTextTransport(config.auth.sms) ?? unsent),
  });

  const forAuth = database.share(authShare(parts.switches.requestTime));
  const apiOrigin = new URL(config.api.external_url).origin;
  const sandbox = hasSandbox
    ? createSandbox({
        origin: apiOrigin,
        secret: keys.derive("sandbox"),
        redirectUris: [`${config.auth.external_url}/callback`],
        spend: sandboxCodes(database),
      })
    : undefined;
  const auth: Auth = {
    config,
    database: forAuth,
    keys,
    signingKeys,
    accessTokens: tokens,
    postman,
    hooks: createHooks({ config, database: forAuth, log }),
    captcha: captchaVerifier(config),
    leakedPasswords: leakedPasswords(parts.leakCheck, log),
    ...parts.switches,
    outbox,
    sandbox: sandbox && {
      origin: apiOrigin,
      fetch: (request) => asking(async () => sandbox.fetch(request)),
    },
  };
  const upkeep = [
    periodically(untilOutboxIsRead, async () => outbox.wake(), log, "the outbox could not be read"),
    periodically(5 * aMinute, () => sweep(auth), log, "what is over could not be swept away"),
    ...(database.engine === "pglite"
      ? [
          periodically(aMinute, () => vacuum(database), log, "tables could not be vacuumed"),
          periodically(aMinute / 4, () => checkpoint(database), log, "no checkpoint could be made"),
        ]
      : []),
  ];
  const rest = config.api.enabled
    ? createRest({
        database: database.share(dataShare),
        config: {
          ...config.api,
          app_settings: appSettingsOf(options.env),
          ...(largestAnswer !== undefined && { largest_answer: largestAnswer }),
        },
        compression,
        onFailure: (err) => log.error({ err }, "a request to the data wire failed"),
        authenticate: (request) => restCaller(request, keys, dataTokens),
      })
    : undefined;

  const app = new Hono();
  app.use(letSend());
  app.use(believing(parts.forwarding, log));
  app.use(everyAnswer(config));
  app.use(writeRefusals(log));
  if (isLocalHost(options.host)) app.use(onlyForHosts(hostNames(config)));
  const authApp = createAuth(auth, log);
  // An earlier process may have ended before it had sent all that was asked for.
  outbox.wake();
  if (smtp?.enabled) {
    postman.callMailServer().catch((err: unknown) => {
      log.error({ err }, "no message can be sent at present, see [auth.email.smtp] of config.toml");
    });
  }
  if (config.auth.enabled) {
    // Long, and with no secret in it, which no other path of the auth wire is.
    if (compression !== "never") {
      const lists = compressed(compression);
      for (const path of ["users", "audit"]) app.use(`/auth/v1/admin/${path}`, lists);
    }
    app.route("/auth/v1", authApp);
    // RFC 8414, section 3.1: the path of an issuer comes after the name of what is known of it.
    for (const path of ["", "/auth/v1"]) {
      const name = "/.well-known/oauth-authorization-server";
      app.get(`${name}${path}`, () => authApp.request(name));
    }
  }
  if (!config.auth.enabled) app.route("/auth/v1", noRoute());
  app.route("/rest/v1", rest?.app ?? noRoute());
  if (hasInbox) {
    if (!expose?.inbox) app.use("/inbox/*", onlyForOwnMachine("--expose-inbox"));
    app.route("/inbox", inbox.app);
  }
  if (sandbox) {
    if (!expose?.sandbox) app.use("/sandbox/*", onlyForOwnMachine("--expose-sandbox"));
    app.route("/", sandbox);
  }
  app.get("/portico.json", (c) =>
    c.json({
      url: originFor(c, [apiOrigin, ...ownUrls(config).map(({ origin }) => origin)]),
      publishableKey: keys.publishable,
      ...(hasInbox && (expose?.inbox || !isPassedOn(c)) && { inbox: "/inbox" }),
    }),
  );
  if (options.site) {
    const ask = async () => (await authApp.request("/settings")).json();
    app.route("/", createSite(options.site, hostedOrigins(options.env), ask));
  }
  return {
    app,
    keys,
    inbox: hasInbox ? inbox.app : undefined,
    rest,
    outbox,
    stop: async () => {
      await Promise.all(upkeep.map((stop) => stop()));
      await inbox.close();
      await rest?.close();
    },
  };
}

/** What is left of a request's body, {@link letSend} deals with. */
const listenerFor = (app: Hono) => getRequestListener(app.fetch, { autoCleanupIncoming: false });

async function certificateOf(
  { project, storage, withoutTls }: ServerOptions,
  { api: { tls } }: ParsedConfig,
): Promise<KeyPair | undefined> {
  if (!tls.enabled || withoutTls) return undefined;
  const directory = "directory" in storage ? storage.directory : undefined;
  return (await readCertificate(project, tls)) ?? selfSigned(directory);
}

async function openDatabase({ storage }: ServerOptions, project: Project): Promise<Database> {
  if ("url" in storage) {
    const { openPostgres } = await import("../database/postgres.ts");
    return openPostgres({ url: storage.url });
  }
  const postgis = createsPostgis([...project.migrations, ...project.seeds]);
  if ("directory" in storage) {
    return storage.opening ?? openPrepared({ directory: storage.directory, postgis });
  }
  return openPrepared({ postgis });
}

/** A page that was built for the hosted service talks to it (`VITE_SUPABASE_URL`). */
function hostedOrigins(env: ServerOptions["env"]): string[] {
  const url = env["VITE_SUPABASE_URL"];
  return url && URL.canParse(url) ? [new URL(url).origin] : [];
}

/**
 * Serves the inbox on a port of its own, as the Supabase CLI does with Mailpit, for the tests that
 * look for it there. Without that port the start goes on: there is `/inbox`.
 */
async function openInboxPort(inbox: Hono, { host, expose }: ServerOptions, config: Config) {
  const { port, smtp_port: smtp, pop3_port: pop3 } = config.inbucket;
  const warnings: string[] = [];
  if (smtp ?? pop3) {
    warnings.push("smtp_port and pop3_port of the inbox have no effect: it speaks HTTP.");
  }
  if (port === undefined) return { port: undefined, warnings };
  const app = new Hono();
  app.use(letSend());
  if (isLocalHost(host)) app.use(onlyForHosts(hostNames(config)));
  if (!expose?.inbox) app.use(onlyForOwnMachine("--expose-inbox"));
  app.route("/inbox", inbox);
  app.route("/", inbox);
  try {
    return { port: await listen({ host, port }, listenerFor(app)), warnings };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    const reason =
      code === "EADDRINUSE"
        ? "is taken by another program"
        : "needs rights that this process does not have";
    warnings.push(`Port ${port}, which the inbox is to have, ${reason}: see the inbox at /inbox.`);
    return { port: undefined, warnings };
  }
}

const hostNames = (config: Config) => ownUrls(config).map(({ hostname }) => hostname);

/** By which the project says it is reached. */
function ownUrls(config: Config): URL[] {
  return [config.api.external_url, config.auth.external_url, config.auth.site_url]
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url));
}
