import type { Hono } from "hono";
import { localOnly } from "../http/local-only.ts";
import { createInbox } from "../mail/inbox.ts";
import { createMailer, type Mailer } from "../mail/mailer.ts";
import { createOutbox, type Outbox } from "../mail/outbox.ts";
import { createSmtpTransport } from "../mail/smtp.ts";
import { createTextTransport } from "../mail/text-messages.ts";
import type { Transport } from "../mail/transport.ts";
import { nowhere } from "../mail/undelivered.ts";
import { intercepted } from "./interceptors.ts";
import { counted } from "./message-figures.ts";
import type { Part, ServerContext } from "./part.ts";
import { periodically } from "./periodically.ts";
import { tracedOutbox, tracedTransport } from "./tracing.ts";

/** The messages that the server sends, and the inbox that keeps them in development. */
export interface Messages extends Part {
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  /** undefined where it is not served */
  readonly inbox: Hono | undefined;
}

/** In milliseconds: how soon the messages of another, ended process are sent. */
const untilOutboxIsRead = 30 * 1000;

export function createMessages(context: ServerContext): Messages {
  const { config, project, database, development, options, metrics, tracing } = context;
  const { log, expose, interceptors = {} } = options;
  const outbox = tracedOutbox(
    createOutbox({ database, log, onAbandoned: metrics?.messageAbandoned }),
    tracing,
  );
  const inbox = createInbox({ database, settled: outbox.settled });
  // A closed inbox would keep codes that only readers of the database could see.
  const unsent: Transport = development.hasInbox ? counted(inbox.transport, metrics) : nowhere(log);
  const { smtp } = config.auth.email;
  const smtpTransport = smtp?.enabled
    ? tracedTransport(createSmtpTransport(smtp), smtp, tracing)
    : undefined;
  const texts = createTextTransport(config.auth.sms);
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
