import { afterEach, describe, expect, it } from "vitest";
import { MailServer } from "../../test/servers/mail-server.ts";
import { createSmtpTransport } from "./smtp.ts";
import { type Email, MailError } from "./transport.ts";

const email: Email = {
  channel: "email",
  kind: "confirmation",
  from: { name: "Příklad, Inc.", address: "hello@example.com" },
  to: "ana@example.com",
  subject: "Confirm — now",
  html: "<p>Héllo</p>",
  text: "Héllo\n.\nbye",
  link: undefined,
  code: undefined,
};

let server: MailServer | undefined;

async function start(replies?: Readonly<Record<string, string>>) {
  server = new MailServer(replies);
  return { server, host: "127.0.0.1", port: await server.listen() };
}

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function failureOf(sending: Promise<void>): Promise<MailError> {
  try {
    await sending;
  } catch (error) {
    if (error instanceof MailError) return error;
    throw error;
  }
  throw new Error("The message was sent.");
}

describe("the SMTP transport", () => {
  it("the SMTP transport hands over one message with a text and an HTML body", async () => {
    const { server, host, port } = await start();
    await createSmtpTransport({ host, port, user: "apikey", pass: "s3cret" }).send(email);
    const [received] = server.received;
    expect(received?.commands).toEqual([
      expect.stringMatching(/^EHLO /),
      `AUTH PLAIN ${Buffer.from("\0apikey\0s3cret").toString("base64")}`,
      "MAIL FROM:<hello@example.com>",
      "RCPT TO:<ana@example.com>",
      "DATA",
    ]);
    const message = received?.message ?? "";
    expect(message).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(message).toMatch(/^To: ana@example\.com\r$/m);
    expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(message.indexOf("text/plain")).toBeLessThan(message.indexOf("text/html"));
    expect(message).toContain("H=C3=A9llo");
    expect(message).toContain("\r\n.\r\nbye");
  });

  it("the SMTP transport sends no password in the clear to a server on the internet", async () => {
    const { server, port } = await start({ STARTTLS: "502 not here\r\n" });
    // Another name for this machine, which does not look like a private address.
    const options = { host: "127.1", port };
    const error = await failureOf(
      createSmtpTransport({ ...options, user: "apikey", pass: "s3cret" }).send(email),
    );
    expect(error.message).toContain("502 not here");
    expect(server.sessions.flat().join()).not.toContain("AUTH");
    await createSmtpTransport(options).send(email);
    expect(server.received).toHaveLength(1);
  });

  it("the SMTP transport signs in without sending a message", async () => {
    const { server, host, port } = await start();
    await createSmtpTransport({ host, port, user: "apikey", pass: "s3cret" }).call?.();
    expect(server.received).toEqual([]);
    expect(server.sessions[0]?.map((line) => line.split(" ", 1)[0])).toEqual(
      expect.arrayContaining(["EHLO", "AUTH"]),
    );
    const unreachable = createSmtpTransport({ host, port: 9 }).call?.();
    await expect(unreachable).rejects.toThrow(MailError);
  });

  it("the SMTP transport sends to one recipient, whatever the address contains", async () => {
    const { server, host, port } = await start();
    await createSmtpTransport({ host, port }).send({
      ...email,
      to: "a@example.com, b@example.com",
    });
    const recipients = server.received[0]?.commands.filter((command) => command.startsWith("RCPT"));
    expect(recipients).toHaveLength(1);
  });

  it("the SMTP transport reports why a message was refused", async () => {
    const { host, port } = await start({ RCPT: "550 5.1.1 no such user\r\n" });
    const error = await failureOf(createSmtpTransport({ host, port }).send(email));
    expect(error.message).toContain(`The mail server 127.0.0.1:${port} did not accept the message`);
    expect(error.message).toContain("no such user");
  });

  it("the SMTP transport reports no recipient, even if the server does", async () => {
    const { host, port } = await start({
      RCPT: "550 <Ana@Example.com>: ana@example.com unknown\r\n",
    });
    const error = await failureOf(createSmtpTransport({ host, port }).send(email));
    expect(error.message).toContain("<…>: … unknown");
    expect(`${error.stack}${JSON.stringify(error)}`).not.toMatch(/ana@example/i);
  });

  it.each([
    ["a mailbox that there is not", { RCPT: "550 no such user\r\n" }, true],
    ["a message that it does not like", { DATA: "554 no\r\n" }, true],
    ["a mailbox that is full for a while", { RCPT: "450 full\r\n" }, false],
    ["everybody", { MAIL: "421 closing\r\n" }, false],
    ["a password that is wrong", { AUTH: "535 refused\r\n" }, false],
  ])(
    "the SMTP transport reports whether the server refuses %s permanently",
    async (_, replies, isPermanent) => {
      const { host, port } = await start(replies);
      const transport = createSmtpTransport({ host, port, user: "apikey", pass: "s3cret" });
      expect((await failureOf(transport.send(email))).isPermanent).toBe(isPermanent);
    },
  );

  it("the SMTP transport never repeats the password, even if the server does", async () => {
    const encoded = Buffer.from("\0apikey\0s3cret").toString("base64");
    const { host, port } = await start({
      AUTH: `535 refused s3cret ${Buffer.from("s3cret").toString("base64")} ${encoded}\r\n`,
    });
    const error = await failureOf(
      createSmtpTransport({ host, port, user: "apikey", pass: "s3cret" }).send(email),
    );
    expect(error.message).toContain("535 refused");
    const everything = `${error.stack}${JSON.stringify(error)}${String(error.cause)}`;
    for (const secret of ["s3cret", Buffer.from("s3cret").toString("base64"), encoded]) {
      expect(everything).not.toContain(secret);
    }
  });

  it("the SMTP transport gives up on a server that sends no greeting", {
    timeout: 5_000,
  }, async () => {
    const { host, port } = await start({ greeting: "" });
    const error = await failureOf(createSmtpTransport({ host, port }, 200).send(email));
    // Waiting for the greeting and waiting for data have the same timeout, so either may have expired.
    expect(error.message).toMatch(/Greeting never received|Timeout/i);
  });

  it("the SMTP transport gives up on a server that stops answering", {
    timeout: 5_000,
  }, async () => {
    const { host, port } = await start({ MAIL: "" });
    await failureOf(createSmtpTransport({ host, port }, 200).send(email));
  });

  it("the SMTP transport gives up if there is no server", async () => {
    const { server, host, port } = await start();
    await server.close();
    const error = await failureOf(createSmtpTransport({ host, port }).send(email));
    expect(error.message).toContain("ECONNREFUSED");
  });
});
