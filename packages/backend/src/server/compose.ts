import { Hono } from "hono";
import { drainUnreadBody } from "../http/body/unread-body.ts";
import { trustForwarding } from "../http/caller/client-address.ts";
import { isLocalHost, onlyForHosts } from "../http/protection/host.ts";
import { localOnly } from "../http/protection/local-only.ts";
import { logRefusals } from "../http/protection/log-refusals.ts";
import { securityHeaders } from "../http/protection/security-headers.ts";
import { identifyRequest } from "../http/request-id.ts";
import { createErrorHandler } from "../http/unexpected-error.ts";
import { demoSetting } from "../keys/demo.ts";
import { createInboxPage } from "../mail/inbox-page.ts";
import { createSmtpTransport } from "../mail/smtp.ts";
import { createTextTransport } from "../mail/text-messages.ts";
import type { Service } from "../recent-requests/recent-event.ts";
import { RecentRequests } from "../recent-requests/recent-requests.ts";
import { createDeskPart } from "./desk.ts";
import { createNetworkRequests } from "./jobs/network-requests.ts";
import { createScheduledJobs } from "./jobs/scheduled-jobs.ts";
import { createUpkeep } from "./jobs/upkeep.ts";
import { createMessages, type Messages } from "./messages/messages.ts";
import { createMissingWires } from "./missing-wires.ts";
import { hostNames } from "./origins.ts";
import { createPage } from "./page.ts";
import type { Part, ServerContext } from "./part.ts";
import { createSandboxPart } from "./sandbox.ts";
import { createAuthWire } from "./wires/auth.ts";
import { createFunctionsWire } from "./wires/functions.ts";
import { createMcpWire } from "./wires/mcp.ts";
import { createRealtimeWire } from "./wires/realtime.ts";
import { createRestWire } from "./wires/rest.ts";
import { createStorageWire } from "./wires/storage.ts";

/** All parts of the server in one Hono application. */
export interface Composition extends Pick<Messages, "inbox" | "outbox"> {
  readonly app: Hono;
  /** Resolves when all parts can answer requests, and rejects if one of them cannot. */
  ready(): Promise<unknown>;
  /** Disconnects the clients that hold long-lived connections. */
  leave(): void;
  /** Stops the background work of the parts. */
  close(): Promise<void>;
}

/** Creates the parts of the server. To add a wire, add a line here. */
export function compose(context: ServerContext): Composition {
  const { config, options, forwarding } = context;
  // Recent requests are for the desk and for agents, which a server in production does not have (docs/decisions/0026).
  const recentRequests = context.development.isDevelopment
    ? new RecentRequests(context)
    : undefined;
  const withServiceLog = (service: Service): ServerContext =>
    recentRequests
      ? { ...context, options: { ...options, log: recentRequests.keeping(options.log, service) } }
      : context;
  const messages = createMessages(withServiceLog("auth"), {
    createSmtpTransport,
    createTextTransport,
    inboxPage: createInboxPage(),
  });
  const sandbox = createSandboxPart(context);
  const outbox = recentRequests?.recordMessages(messages.outbox) ?? messages.outbox;
  const auth = createAuthWire(withServiceLog("auth"), { ...messages, outbox }, sandbox?.sandbox);
  const functions = createFunctionsWire(withServiceLog("edge-function"));
  const jobs = createScheduledJobs(withServiceLog("postgres"));
  const restDatabase = recentRequests?.recordStatements(context.database) ?? context.database;
  const app = new Hono();
  const parts: readonly Part[] = [
    auth,
    createRestWire({ ...withServiceLog("api"), database: restDatabase }),
    createStorageWire(withServiceLog("storage")),
    functions,
    createRealtimeWire(withServiceLog("realtime")),
    ...(recentRequests ? [createMcpWire(context, recentRequests)] : []),
    createMissingWires(),
    messages,
    ...(sandbox ? [sandbox] : []),
    createUpkeep(withServiceLog("postgres")),
    createNetworkRequests(withServiceLog("postgres")),
    jobs,
    ...(context.development.desk
      ? [
          createDeskPart(context, {
            recentRequests,
            functions,
            jobs,
            troubles: context.troubles,
            administration: auth.administration,
            dispatch: async (request) => app.fetch(request),
          }),
        ]
      : []),
    createPage(context, auth),
  ];
  app.onError(createErrorHandler(options.log));
  app.use(identifyRequest);
  if (context.metrics) app.use(context.metrics.observe);
  if (context.tracing) app.use(context.tracing.observe);
  app.use(drainUnreadBody());
  app.use(trustForwarding(forwarding, options.log));
  app.use(securityHeaders(config));
  if (recentRequests) app.use(recentRequests.observe);
  app.use(logRefusals(options.log));
  if (isLocalHost(options.host)) app.use(onlyForHosts(hostNames(config)));
  // The demo secrets are public, so requests through a proxy could claim to be any user.
  const demoSettingName = demoSetting(config.auth);
  if (demoSettingName !== undefined) app.use(localOnly(`a ${demoSettingName} of its own`));
  if (context.standby) {
    for (const wire of ["auth", "storage"]) app.use(`/${wire}/v1/*`, context.standby.observe);
  }
  for (const part of parts) part.mount?.(app);
  return {
    app,
    inbox: messages.inbox,
    outbox: messages.outbox,
    ready: () => Promise.all(parts.map((part) => part.ready?.())),
    leave: () => {
      recentRequests?.close();
      for (const part of parts) part.leave?.();
    },
    close: async () => {
      recentRequests?.close();
      await Promise.all(parts.map((part) => part.close?.()));
    },
  };
}
