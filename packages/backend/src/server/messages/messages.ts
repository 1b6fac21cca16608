import type { Hono } from "hono";
import { localOnly } from "../../http/local-only.ts";
import { createInbox } from "../../mail/inbox.ts";
import { createMailer, type Mailer } from "../../mail/mailer.ts";
import { createOutbox, type Outbox } from "../../mail/outbox.ts";
import type { createSmtpTransport } from "../../mail/smtp.ts";
import type { createTextTransport } from "../../mail/text-messages.ts";
import type { Transport } from "../../mail/transport.ts";
import { nowhere } from "../../mail/undelivered.ts";
import { intercepted } from "../interceptors.ts";
import type { CoreContext, Part } from "../part.ts";
import { periodically } from "../periodically.ts";
import { counted } from "./message-figures.ts";
import { tracedOutbox, tracedTransport } from "./traced-mail.ts";

/** The messages that the server sends, and the inbox that keeps them in development. */
export interface Messages extends Part {
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  /** undefined where it is not served */
  readonly inbox: Hono | undefined;
}

/** In milliseconds: how soon the messages of another, ended process are sent. */
const untilOutboxIsRead = 30 * 1000;

/** The ways out of the process, and the inbox's page. Where there are none, all messages are for the inbox. */
export interface Outlets {
  readonly smtp: typeof createSmtpTransport;
  readonly texts: typeof createTextTransport;
  readonly inboxPage: Hono;
}

export function createMessages(context: CoreContext, outlets?: Outlets): Messages {
  const { config, project, database, development, options, metrics, tracing } = context;
  const { log, expose, interceptors = {} } = options;
  const outbox = tracedOutbox(
    createOutbox({ database, log, onAbandoned: metrics?.messageAbandoned }),
    tracing,
  );
  const inbox = createInbox({
    database,
    settled: outbox.settled,
    page: outlets?.inboxPage,
  });
  // A closed inbox would keep codes that only readers of the database could see.
  const unsent: Transport = development.hasInbox ? counted(inbox.transport, metrics) : nowhere(log);
  const { smtp } = config.auth.email;
  const smtpTransport =
    smtp?.enabled && outlets ? tracedTransport(outlets.smtp(smtp), smtp, tracing) : undefined;
  const texts = outlets?.texts(config.auth.sms);
  const mailer = createMailer({
    config,
    templates: project.templates,
    notifications: project.notifications,
    emails: intercepted(interceptors, smtpTransport ? counted(smtpTransport, metrics) : unsent),
    texts: intercepted(interceptors, texts ? counted(texts, metrics) : unsent),
  });
  if (smtpTransport) {
    mailer.callMailServer().catch((err: unknown) => {
      log.error({ err }, "no message can be sent at present, see [auth.email.smtp] of config.toml");
    });
  }
  const stop = periodically(
    untilOutboxIsRead,
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
      if (!expose?.inbox) app.use("/inbox/*", localOnly("--expose-inbox"));
      app.route("/inbox", inbox.app);
    },
    async close() {
      await stop();
      await inbox.close();
    },
  };
}
