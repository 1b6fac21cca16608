import { isIP } from "node:net";
import type { Transporter } from "nodemailer";
import { kindOfPrivateAddress } from "../http/protection/private-network.ts";
import { toMime } from "./mime.ts";
import { type Email, MailError, type Transport } from "./transport.ts";

/** The settings in `[auth.email.smtp]`. */
export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
}

/** The timeout for the connection, for the server's greeting, and for each later response. */
const defaultTimeoutMs = 10_000;

/**
 * Returns a transport that sends each e-mail over its own SMTP connection. Port 465 uses TLS from the start. On other
 * ports, the connection is upgraded if the server offers STARTTLS. A server on the internet must offer it if a password
 * is sent.
 *
 * @param timeoutMs how long the server may be silent. A complete call may take three times as long
 */
export function createSmtpTransport(
  options: SmtpOptions,
  timeoutMs = defaultTimeoutMs,
): Transport<Email> {
  const { host, port, user, pass } = options;
  const settings = {
    host,
    port,
    secure: port === 465,
    requireTLS: user !== undefined && isOnInternet(host),
    ...(user ? { auth: { user, pass: pass ?? "" } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transporter: Transporter | undefined;
  const runDialogue = async (work: (transporter: Transporter) => Promise<unknown>, to = "") => {
    transporter ??= (await import("nodemailer")).createTransport(settings);
    try {
      await failAfter(3 * timeoutMs, work(transporter));
    } catch (error) {
      // Drop the original error, because it may contain the SMTP dialogue with the password.
      const reason = error instanceof Error ? error.message : String(error);
      const message = withoutAddress(redactCredentials(reason, user, pass), to);
      throw new MailError(
        `The mail server ${host}:${port} did not accept the message: ${message}`,
        {
          isPermanent: isPermanent(error),
        },
      );
    }
  };
  return {
    send: (email) => runDialogue((transporter) => transporter.sendMail(toMime(email)), email.to),
    call: () => runDialogue((transporter) => transporter.verify()),
  };
}

/** Returns whether a server is on the internet, judging by its name. */
function isOnInternet(host: string): boolean {
  if (isIP(host) !== 0) return kindOfPrivateAddress(host) === undefined;
  return host.includes(".") && !/\.(localhost|test|local|internal|lan|home\.arpa)$/i.test(host);
}

/** Limits the total time, because a server that sends one byte at a time is never silent. */
async function failAfter<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const timedOut = Promise.withResolvers<never>();
  const timer = setTimeout(() => timedOut.reject(new Error("it took too long")), timeoutMs);
  try {
    return await Promise.race([work, timedOut.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns whether the server refuses the recipient or the message permanently (RFC 5321, section 4.2.1). */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || !("responseCode" in error)) return false;
  const isMessageError = error.code === "EENVELOPE" || error.code === "EMESSAGE";
  return isMessageError && Number(error.responseCode) >= 500;
}

/** Removes the recipient from a server's message, because the log must not contain it. */
function withoutAddress(reason: string, address: string): string {
  if (address === "") return reason;
  const index = reason.toLowerCase().indexOf(address.toLowerCase());
  if (index < 0) return reason;
  const remainder = withoutAddress(reason.slice(index + address.length), address);
  return `${reason.slice(0, index)}…${remainder}`;
}

/** Removes credentials that a server repeats, in plain text or encoded for AUTH LOGIN and AUTH PLAIN. */
function redactCredentials(reason: string, user = "", secret = ""): string {
  if (secret === "") return reason;
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  return [base64(`\0${user}\0${secret}`), base64(secret), secret].reduce(
    (text, secretForm) => text.replaceAll(secretForm, "…"),
    reason,
  );
}
