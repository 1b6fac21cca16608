import { describe, expect, it } from "vitest";
import { createMailer, type MailerOptions, type Variables } from "./mailer.ts";
import { TemplateError } from "./template.ts";
import { builtInEmails, type EmailKind } from "./templates/built-in.ts";
import type { Email, TextMessage } from "./transport.ts";

const variables: Variables = {
  SiteURL: "https://app.example.com",
  ConfirmationURL:
    "https://api.example.com/auth/v1/verify?token=pkce_a1&type=signup&redirect_to=https%3A%2F%2Fapp.example.com",
  RedirectTo: "https://app.example.com",
  Email: "ana+1@example.com",
  NewEmail: "ana@new.example.com",
  OldEmail: "ana@old.example.com",
  Token: "482913",
  TokenHash: "pkce_a1",
  Phone: "4520304050",
  OldPhone: "4511223344",
  Provider: "github",
  FactorType: "totp",
  Data: { name: "Ana" },
};

/** A mailer whose messages the test can read. */
function open(options: Partial<MailerOptions> = {}) {
  const sent: Email[] = [];
  const texts: TextMessage[] = [];
  const mailer = createMailer({
    config: {
      auth: {
        email: { otp_expiry: 3600 },
        sms: { template: "Your code is {{ .Code }}" },
        mfa: { phone: { template: "{{ .Code }} proves that it is you" } },
      },
    },
    templates: {},
    notifications: {},
    emailTransport: { send: async (email) => void sent.push(email) },
    textTransport: { send: async (text) => void texts.push(text) },
    ...options,
  });
  const email = async (kind: EmailKind, options = variables): Promise<Email> => {
    await mailer.email(kind, "ana+1@example.com", options);
    const lastEmail = sent.at(-1);
    if (lastEmail === undefined) throw new Error("No e-mail was sent.");
    return lastEmail;
  };
  return { mailer, sent, texts, email };
}

const builtIn = { subject: undefined, html: undefined };
const everyNotification = {
  password_changed: builtIn,
  email_changed: builtIn,
  phone_changed: builtIn,
  identity_linked: builtIn,
  identity_unlinked: builtIn,
  mfa_factor_enrolled: builtIn,
  mfa_factor_unenrolled: builtIn,
};

describe("the built-in e-mails", () => {
  it.each(["confirmation", "invite", "magic_link", "recovery", "email_change"] as const)(
    "the built-in e-mail %s has the link and the code in both bodies",
    async (kind) => {
      const { email } = open();
      const { html, text, link, code } = await email(kind);
      const escaped = variables.ConfirmationURL?.replaceAll("&", "&amp;");
      expect(html).toContain(`href="${escaped}"`);
      expect(html).toContain(">482913</p>");
      expect(text).toContain(`\n${variables.ConfirmationURL}\n`);
      expect(text).toMatch(/^ {4}482913$/m);
      expect(text).toContain("in one hour");
      expect({ link, code }).toEqual({ link: variables.ConfirmationURL, code: "482913" });
    },
  );

  it("the built-in e-mail for reauthentication has only the code, also in its subject", async () => {
    const { subject, html, link, code } = await open().email("reauthentication");
    expect({ subject, link, code }).toEqual({
      subject: "482913 is your verification code",
      link: undefined,
      code: "482913",
    });
    expect(html).not.toContain("<a ");
  });

  it.each([
    ["password_changed", "ana+1@example.com"],
    ["email_changed", "from ana@old.example.com to ana+1@example.com"],
    ["phone_changed", "from 4511223344 to 4520304050"],
    ["identity_linked", "with github"],
    ["identity_unlinked", "can no longer sign in to your account ana+1@example.com with github"],
    ["mfa_factor_enrolled", "can now be verified with an authenticator app"],
    ["mfa_factor_unenrolled", "no longer be verified with an authenticator app"],
  ] as const)("the built-in e-mail %s says what has changed", async (kind, words) => {
    const { email } = open({ notifications: everyNotification });
    const { text, link, code } = await email(kind);
    expect(text).toContain(words);
    expect({ link, code }).toEqual({ link: undefined, code: undefined });
  });

  it("the built-in e-mails leave no variable empty and no template unused", async () => {
    const { email } = open({ notifications: everyNotification });
    for (const kind of Object.keys(builtInEmails("")) as EmailKind[]) {
      const { subject, html, text } = await email(kind);
      expect(`${subject}${html}${text}`).not.toMatch(/\{\{|ZgotmplZ|undefined|<p[^>]*><\/p>/);
      expect(text).not.toMatch(/\w {2}|\s[.,]\s/);
    }
  });

  it("the built-in e-mails escape a user's values in HTML but not in text", async () => {
    const { html, text } = await open().email("email_change", {
      ...variables,
      NewEmail: '"<b>"@example.com',
    });
    expect(html).toContain("&#34;&lt;b&gt;&#34;@example.com");
    expect(text).toContain('to "<b>"@example.com');
  });

  it("the built-in e-mails are sent by the project's sender", async () => {
    const { email } = open({
      config: {
        auth: {
          email: {
            otp_expiry: 600,
            smtp: { admin_email: "hello@example.com", sender_name: "Example" },
          },
          sms: { template: "" },
          mfa: { phone: { template: "" } },
        },
      },
    });
    const { from, text } = await email("recovery");
    expect(from).toEqual({ name: "Example", address: "hello@example.com" });
    expect(text).toContain("in 10 minutes");
  });

  it("the built-in e-mails are sent by this machine if no sender is configured", async () => {
    const { from } = await open().email("recovery");
    expect(from).toEqual({ name: "Portico", address: "no-reply@localhost" });
  });
});

describe("a project's own templates", () => {
  const withTemplate = (html: string, subject?: string) =>
    open({ templates: { magic_link: { subject, html } } });

  it("a project's own templates replace the built-in ones, with a text made from the HTML", async () => {
    const { email } = withTemplate(
      '<h2>Hi {{ .Data.name }}</h2><p><a href="{{ .ConfirmationURL }}">Log in</a> or type {{ .Token }}.</p>',
      "For {{ .Data.name }}",
    );
    const { subject, text, link, code } = await email("magic_link");
    expect(subject).toBe("For Ana");
    expect(text).toBe(`Hi Ana\n\nLog in: ${variables.ConfirmationURL} or type 482913.\n`);
    expect({ link, code }).toEqual({ link: variables.ConfirmationURL, code: "482913" });
  });

  it("a project's own templates without a subject keep the built-in one", async () => {
    const { subject } = await withTemplate("<p>x</p>").email("magic_link");
    expect(subject).toBe("Your sign-in link");
  });

  it("a project's own templates may build their link themselves and omit the code", async () => {
    const { email } = withTemplate(
      '<a href="{{ .SiteURL }}">Home</a> <a href="{{ .SiteURL }}/confirm?token_hash={{ .TokenHash }}&type=email">Go</a>',
    );
    const { link, code } = await email("magic_link");
    expect({ link, code }).toEqual({
      link: "https://app.example.com/confirm?token_hash=pkce_a1&type=email",
      code: undefined,
    });
  });

  it("a project's own templates cannot add a second header by the subject", async () => {
    const { email } = withTemplate("<p>x</p>", "Hello {{ .Data.name }}");
    const { subject } = await email("magic_link", {
      ...variables,
      Data: { name: "Ana\r\nBcc: all@example.com" },
    });
    expect(subject).toBe("Hello Ana Bcc: all@example.com");
  });

  it("a project's invalid templates stop the start", () => {
    expect(() => withTemplate("<p>{{ .Token </p>")).toThrow(
      new TemplateError(
        'e-mail template "magic_link"',
        1,
        "An action begins with {{ and never ends.",
      ),
    );
  });
});

describe("notifications", () => {
  it("notifications are sent only if the project has enabled them", async () => {
    const { mailer, sent } = open();
    await mailer.email("password_changed", "ana@example.com", variables);
    expect(sent).toEqual([]);
  });
});

describe("text messages", () => {
  it("text messages contain the code in the project's template", async () => {
    const { mailer, texts } = open();
    await mailer.text("4520304050", "482913");
    await mailer.text("4520304050", "482914", { purpose: "mfa" });
    expect(texts).toEqual([
      { channel: "sms", to: "4520304050", text: "Your code is 482913", code: "482913" },
      { channel: "sms", to: "4520304050", text: "482914 proves that it is you", code: "482914" },
    ]);
  });
});
