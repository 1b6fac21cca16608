import { notificationKinds, templateKinds } from "../config/files/templates.ts";
import { linksOf, plainText } from "./plain-text.ts";
import { htmlTemplate, type Template, textTemplate } from "./template.ts";
import {
  builtInEmails,
  type EmailKind,
  type NotificationKind,
  type TemplateKind,
} from "./templates/built-in.ts";
import { htmlSource } from "./templates/html.ts";
import { textSource } from "./templates/text.ts";
import { formatDuration } from "./templates/validity.ts";
import type { Email, Messenger, TextMessage, Transport } from "./transport.ts";

/** The variables of the templates. Each kind of e-mail uses some of them. */
export interface Variables {
  readonly SiteURL: string;
  /** The link to follow, which the caller creates. */
  readonly ConfirmationURL?: string;
  readonly RedirectTo?: string;
  readonly Email?: string;
  readonly NewEmail?: string;
  readonly OldEmail?: string;
  readonly SendingTo?: string;
  readonly Token?: string;
  readonly TokenHash?: string;
  readonly Phone?: string;
  readonly OldPhone?: string;
  readonly Provider?: string;
  readonly FactorType?: string;
  /** The user's metadata. */
  readonly Data?: object;
}

/** The subject and content of a message. If one is undefined, the built-in one is used. */
export interface Wording {
  readonly subject: string | undefined;
  readonly html: string | undefined;
}

export interface Mailer {
  /**
   * Renders and sends an e-mail. Does not send a notification that the project has not enabled.
   *
   * @throws {TemplateError} if the project's template cannot be rendered with the variables
   * @throws {MailError} if the server refuses the message
   */
  email(kind: EmailKind, to: string, variables: Variables): Promise<void>;
  /**
   * Contacts the mail server as if to send an e-mail, but sends none. Otherwise, the state or speed of the mail server
   * would reveal whether an address has an account.
   *
   * @throws {MailError} if the mail server would not accept a message
   */
  callMailServer(): Promise<void>;
  /**
   * Sends a one-time code to a phone, using `[auth.sms] template`, or the template of
   * `[auth.mfa.phone]` for a second factor.
   *
   * @throws {MailError} if the service refuses the message
   */
  text(
    phone: string,
    code: string,
    options?: { readonly purpose?: "mfa"; readonly messenger?: Messenger },
  ): Promise<void>;
}

export interface MailerOptions {
  /** The settings in config.toml that affect messages. */
  readonly config: {
    readonly inbucket?: {
      readonly admin_email?: string | undefined;
      readonly sender_name?: string | undefined;
    };
    readonly auth: {
      readonly email: {
        readonly otp_expiry: number;
        readonly smtp?:
          | {
              readonly enabled?: boolean;
              readonly admin_email?: string | undefined;
              readonly sender_name?: string | undefined;
            }
          | undefined;
      };
      readonly sms: { readonly template: string };
      readonly mfa: { readonly phone: { readonly template: string } };
    };
  };
  /** The project's own templates, by kind. */
  readonly templates: Readonly<Partial<Record<TemplateKind, Wording>>>;
  /** The notifications that the project has enabled. */
  readonly notifications: Readonly<Partial<Record<NotificationKind, Wording>>>;
  /** The transport of e-mails. */
  readonly emailTransport: Transport<Email>;
  /** The transport of text messages. */
  readonly textTransport: Transport<TextMessage>;
}

interface ParsedTemplates {
  readonly subject: Template;
  readonly html: Template;
  /** Undefined if the text is derived from the project's HTML. */
  readonly text: Template | undefined;
}

/**
 * Creates a mailer. Parses all templates immediately, so that an invalid template prevents the server from starting
 * instead of failing the first message.
 *
 * @throws {TemplateError} with the message, the line and the reason
 */
export function createMailer(options: MailerOptions): Mailer {
  const { config, templates, notifications, emailTransport, textTransport } = options;
  const smtp = config.auth.email.smtp;
  const sender = smtp && smtp.enabled !== false ? smtp : config.inbucket;
  const from = {
    name: sender?.sender_name ?? "Portico",
    address: sender?.admin_email ?? "no-reply@localhost",
  };
  const builtIn = builtInEmails(formatDuration(config.auth.email.otp_expiry));
  const parseTemplates = (kind: EmailKind, wording: Wording | undefined): ParsedTemplates => {
    const email = builtIn[kind];
    const name = `e-mail template "${kind}"`;
    return {
      subject: textTemplate(wording?.subject ?? email.subject, `subject of ${name}`),
      html: htmlTemplate(wording?.html ?? htmlSource(email), name),
      text: wording?.html === undefined ? textTemplate(textSource(email), name) : undefined,
    };
  };
  const wordings = new Map<EmailKind, Wording | undefined>([
    ...templateKinds.map((kind) => [kind, templates[kind]] as const),
    ...notificationKinds
      .filter((kind) => notifications[kind] !== undefined)
      .map((kind) => [kind, notifications[kind]] as const),
  ]);
  const parsedTemplates = new Map<EmailKind, ParsedTemplates>();
  const getTemplates = (kind: EmailKind) => {
    if (!parsedTemplates.has(kind) && wordings.has(kind))
      parsedTemplates.set(kind, parseTemplates(kind, wordings.get(kind)));
    return parsedTemplates.get(kind);
  };
  for (const [kind, wording] of wordings) if (wording !== undefined) getTemplates(kind);
  const textTemplateOfSms = textTemplate(config.auth.sms.template, "auth.sms.template");
  const factorTemplate = textTemplate(config.auth.mfa.phone.template, "auth.mfa.phone.template");

  return {
    async email(kind, to, variables) {
      const template = getTemplates(kind);
      if (template === undefined) return;
      const html = template.html.render(variables);
      const text = template.text?.render(variables) ?? plainText(html);
      await emailTransport.send({
        channel: "email",
        kind,
        from,
        to,
        subject: oneLine(template.subject.render(variables)),
        html,
        text,
        link: findLink(html, variables),
        code: findCode(text, variables),
      });
    },
    callMailServer: async () => emailTransport.call?.(),
    async text(phone, code, { purpose, messenger } = {}) {
      const template = purpose === "mfa" ? factorTemplate : textTemplateOfSms;
      const text = template.render({ Code: code });
      const messengerOption = messenger === "whatsapp" ? { messenger } : {};
      await textTransport.send({ channel: "sms", to: phone, text, code, ...messengerOption });
    },
  };
}

/** Removes line breaks, so that a user's value cannot add a header. */
function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** Returns the link in the text. A project's template can build its own link from the token's hash. */
function findLink(html: string, { ConfirmationURL, TokenHash }: Variables): string | undefined {
  const links = linksOf(html);
  const expectedLink = links.find((link) => link === ConfirmationURL);
  if (expectedLink !== undefined || !TokenHash) return expectedLink;
  return links.find((link) => link.includes(TokenHash));
}

/** Returns the code if the text contains it. A project's template may omit the code. */
function findCode(text: string, { Token }: Variables): string | undefined {
  if (!Token) return undefined;
  return text.split(/[^\w-]+/).includes(Token) ? Token : undefined;
}
