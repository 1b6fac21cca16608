import { Hono } from "hono";
import { trustForwarding } from "../http/client-address.ts";
import { isLocalHost, onlyForHosts } from "../http/host.ts";
import { localOnly } from "../http/local-only.ts";
import { writeRefusals } from "../http/refusals.ts";
import { identifyRequest } from "../http/request-id.ts";
import { securityHeaders } from "../http/security-headers.ts";
import { drainUnreadBody } from "../http/unread-body.ts";
import { demoSetting } from "../keys/demo.ts";
import { inboxPage } from "../mail/inbox-page.ts";
import { createSmtpTransport } from "../mail/smtp.ts";
import { createTextTransport } from "../mail/text-messages.ts";
import { createNetworkRequests } from "./jobs/network-requests.ts";
import { createScheduledJobs } from "./jobs/scheduled-jobs.ts";
import { createUpkeep } from "./jobs/upkeep.ts";
import { createMessages, type Messages } from "./messages/messages.ts";
import { createNotHere } from "./not-here.ts";
import { hostNames } from "./origins.ts";
import { createPage } from "./page.ts";
import type { Part, ServerContext } from "./part.ts";
import { createSandboxPart } from "./sandbox.ts";
import { createAuthWire } from "./wires/auth.ts";
import { createDataWire } from "./wires/data.ts";
import { createFunctionsWire } from "./wires/functions.ts";
import { createRealtimeWire } from "./wires/realtime.ts";
import { createStorageWire } from "./wires/storage.ts";

/** The server's parts, under one application. */
export interface Composition extends Pick<Messages, "inbox" | "outbox"> {
  readonly app: Hono;
  /** Settled when all parts can answer, rejected when one cannot. */
  ready(): Promise<unknown>;
  /** Sends away whoever would stay for long. */
  leave(): void;
  /** Ends the parts' background work. */
  close(): Promise<void>;
}

/** Makes the server's parts. A new wire is a line here. */
export function compose(context: ServerContext): Composition {
  const messages = createMessages(context, {
    smtp: createSmtpTransport,
    texts: createTextTransport,
    inboxPage: inboxPage(),
  });
  const sandbox = createSandboxPart(context);
  const auth = createAuthWire(context, messages, sandbox?.sandbox);
  const parts: readonly Part[] = [
    auth,
    createDataWire(context),
    createStorageWire(context),
    createFunctionsWire(context),
    createRealtimeWire(context),
    createNotHere(),
    messages,
    ...(sandbox ? [sandbox] : []),
    createUpkeep(context),
    createNetworkRequests(context),
    createScheduledJobs(context),
    createPage(context, auth),
  ];
  const { config, options, forwarding } = context;
  const app = new Hono();
  app.use(identifyRequest);
  if (context.metrics) app.use(context.metrics.observe);
  if (context.tracing) app.use(context.tracing.observe);
  app.use(drainUnreadBody());
  app.use(trustForwarding(forwarding, options.log));
  app.use(securityHeaders(config));
  app.use(writeRefusals(options.log));
  if (isLocalHost(options.host)) app.use(onlyForHosts(hostNames(config)));
  // Whoever comes through a proxy could be anybody by it.
  const demo = demoSetting(config.auth);
  if (demo !== undefined) app.use(localOnly(`a ${demo} of its own`));
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
      for (const part of parts) part.leave?.();
    },
    close: async () => void (await Promise.all(parts.map((part) => part.close?.()))),
  };
}
