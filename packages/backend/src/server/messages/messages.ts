import type { Hono } from "hono";
import { localOnly } from "../../http/protection/local-only.ts";
import { ownAccountOnly } from "../../http/protection/other-account.ts";
import { createInbox } from "../../mail/inbox.ts";
import { createMailer, type Mailer } from "../../mail/mailer.ts";
import { createOutbox, type Outbox } from "../../mail/outbox.ts";
import type { createSmtpTransport } from "../../mail/smtp.ts";
import type { createTextTransport } from "../../mail/text-messages.ts";
import type { Transport } from "../../mail/transport.ts";
import { createDiscardingTransport } from "../../mail/undelivered.ts";
import { interceptTransport } from "../interceptors.ts";
import type { CoreContext, Part } from "../part.ts";
import { runPeriodically } from "../periodically.ts";
import { countMessages } from "./message-metrics.ts";
import { traceOutbox, traceTransport } from "./traced-mail.ts";

/** The messages that the server sends, and the inbox that keeps them in development. */
export interface Messages extends Part {
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  /** Undefined if the inbox is not served. */
  readonly inbox: Hono | undefined;
}

/** How often to check the outbox for messages of processes that have ended. */
const outboxPollMs = 30 * 1000;

/**
 * The transports that send messages to other servers, and the inbox page. Without transports, all messages go to the
 * inbox.
 */
export interface MessageOutputs {
  readonly createSmtpTransport: typeof createSmtpTransport;
  readonly createTextTransport: typeof createTextTransport;
  readonly inboxPage: Hono;
}

export function createMessages(context: CoreContext, outputs?: MessageOutputs): Messages {
  const { config, project, database, development, options, metrics, tracing } = context;
  const { log, expose, interceptors = {} } = options;
  const outbox = traceOutbox(
    createOutbox({ database, log, onAbandoned: metrics?.messageAbandoned }),
    tracing,
  );
  const inbox = createInbox({
    database,
    drainOutbox: outbox.drain,
    page: outputs?.inboxPage,
  });
  // A closed inbox must not store messages, because their codes would stay in the database.
  const fallbackTransport: Transport = development.hasInbox
    ? countMessages(inbox.transport, metrics)
    : createDiscardingTransport(log);
  const { smtp } = config.auth.email;
  const smtpTransport =
    smtp?.enabled && outputs
      ? traceTransport(outputs.createSmtpTransport(smtp), smtp, tracing)
      : undefined;
  const textTransport = outputs?.createTextTransport(config.auth.sms);
  const mailer = createMailer({
    config,
    templates: project.templates,
    notifications: project.notifications,
    emailTransport: interceptTransport(
      interceptors,
      smtpTransport ? countMessages(smtpTransport, metrics) : fallbackTransport,
    ),
    textTransport: interceptTransport(
      interceptors,
      textTransport ? countMessages(textTransport, metrics) : fallbackTransport,
    ),
  });
  if (smtpTransport) {
    mailer.callMailServer().catch((err: unknown) => {
      log.error(
        { err },
        "no message can be sent at present: check [auth.email.smtp] in config.toml",
      );
    });
  }
  const stop = runPeriodically(
    outboxPollMs,
    async () => outbox.wake(),
    log,
    "the outbox could not be read",
  );
  return {
    outbox,
    mailer,
    inbox: development.hasInbox ? inbox.app : undefined,
    mount(app) {
      if (!development.hasInbox) return;
      if (!expose?.inbox) app.use("/inbox/*", localOnly("--expose-inbox"), ownAccountOnly);
      app.route("/inbox", inbox.app);
    },
    async close() {
      await stop();
      await inbox.close();
    },
  };
}
