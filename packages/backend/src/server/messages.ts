import type { Hono } from "hono";
import { onlyForOwnMachine } from "../http/own-machine.ts";
import { createInbox } from "../mail/inbox.ts";
import { createOutbox, type Outbox } from "../mail/outbox.ts";
import { createPostman, type Postman } from "../mail/postman.ts";
import { createSmtpTransport } from "../mail/smtp.ts";
import { createTextTransport } from "../mail/text-messages.ts";
import { nowhere } from "../mail/undelivered.ts";
import type { Part, ServerContext } from "./part.ts";
import { periodically } from "./periodically.ts";
import { throughSurroundings } from "./surroundings.ts";

/** The messages that the server sends, and the inbox that keeps them in development. */
export interface Messages extends Part {
  readonly outbox: Outbox;
  readonly postman: Postman;
  /** undefined where it is not served */
  readonly inbox: Hono | undefined;
}

/** In milliseconds: how soon a message is sent that another process has left behind. */
const untilOutboxIsRead = 30 * 1000;

export function createMessages(context: ServerContext): Messages {
  const { config, project, database, development, options } = context;
  const { log, expose, surroundings = {} } = options;
  const outbox = createOutbox({ database, log });
  const inbox = createInbox({ database, settled: outbox.settled });
  // Nobody could read what a closed inbox kept but those who read the database, codes included.
  const unsent = development.hasInbox ? inbox.transport : nowhere(log);
  const { smtp } = config.auth.email;
  const postman = createPostman({
    config,
    templates: project.templates,
    notifications: project.notifications,
    emails: throughSurroundings(surroundings, smtp?.enabled ? createSmtpTransport(smtp) : unsent),
    texts: throughSurroundings(surroundings, createTextTransport(config.auth.sms) ?? unsent),
  });
  if (smtp?.enabled) {
    postman.callMailServer().catch((err: unknown) => {
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
    postman,
    inbox: development.hasInbox ? inbox.app : undefined,
    mount(app) {
      if (!development.hasInbox) return;
      if (!expose?.inbox) app.use("/inbox/*", onlyForOwnMachine("--expose-inbox"));
      app.route("/inbox", inbox.app);
    },
    async close() {
      await stop();
      await inbox.close();
    },
  };
}
