import { z } from "zod";
import type { AuthConfig } from "../config/sections/schema.ts";
import { MailError, type TextMessage, type Transport } from "./transport.ts";

/** How long a service may take to respond. */
const timeoutMs = 10_000;

/** The request to a service, and how to interpret its response. */
interface Service {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: (message: TextMessage) => Readonly<Record<string, string>>;
  /** Returns the reason for a refusal, or undefined if the service accepted the message. */
  readonly findRefusal: (status: number, reply: unknown) => string | undefined;
}

/**
 * Returns a transport that sends text messages through the service that `[auth.sms.*]` enables. If several are enabled,
 * uses the first, like the Supabase CLI. Returns undefined if none is enabled.
 *
 * Source: the services' own APIs, called as supabase/auth does (`internal/api/sms_provider`).
 */
export function createTextTransport(
  sms: AuthConfig["sms"],
  fetch: (request: Request) => Promise<Response> = globalThis.fetch,
): Transport<TextMessage> | undefined {
  const service = serviceOf(sms);
  if (service === undefined) return undefined;
  return {
    async send(message) {
      const failure = await send(service, message, fetch);
      if (failure === undefined) return;
      const reason = failure.replaceAll(message.to, "…");
      throw new MailError(`${service.name} did not accept the text message: ${reason}`);
    },
  };
}

async function send(
  { url, headers, body, findRefusal }: Service,
  message: TextMessage,
  fetch: (request: Request) => Promise<Response>,
): Promise<string | undefined> {
  const request = new Request(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(body(message)).toString(),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  try {
    const response = await fetch(request);
    return findRefusal(response.status, await response.json());
  } catch (error) {
    // Drop the original error, because it may contain the request with the credentials.
    return error instanceof DOMException ? "no response in time" : "no readable response";
  }
}

function serviceOf(sms: AuthConfig["sms"]): Service | undefined {
  if (sms.twilio?.enabled) return twilio(sms.twilio);
  if (sms.messagebird?.enabled) return messagebird(sms.messagebird);
  if (sms.textlocal?.enabled) return textlocal(sms.textlocal);
  if (sms.vonage?.enabled) return vonage(sms.vonage);
  return undefined;
}

interface TwilioOptions {
  readonly account_sid: string;
  readonly auth_token: string;
  readonly message_service_sid: string;
  readonly content_sid?: string | undefined;
}

const twilioReply = z.looseObject({
  status: z.union([z.string(), z.number()]).optional(),
  message: z.string().optional(),
  error_message: z.string().nullish(),
});

/** https://www.twilio.com/docs/messaging/api/message-resource */
function twilio(options: TwilioOptions): Service {
  const { account_sid, auth_token, message_service_sid, content_sid } = options;
  const credentials = Buffer.from(`${account_sid}:${auth_token}`).toString("base64");
  return {
    name: "Twilio",
    url: `https://api.twilio.com/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`,
    headers: { authorization: `Basic ${credentials}` },
    body: ({ messenger, to, text, code }) => {
      const addChannel = (number: string) => (messenger ? `${messenger}:${number}` : number);
      const isPhoneNumber = /^\+?[1-9][0-9]{1,14}$/.test(message_service_sid);
      return {
        To: addChannel(`+${to}`),
        Channel: messenger ?? "sms",
        From: isPhoneNumber ? addChannel(message_service_sid) : message_service_sid,
        ...(messenger && content_sid && code
          ? { ContentSid: content_sid, ContentVariables: JSON.stringify({ 1: code }) }
          : { Body: text }),
      };
    },
    findRefusal: (status, reply) => {
      const { status: messageStatus, message, error_message } = twilioReply.parse(reply);
      if (status !== 200 && status !== 201) return message ?? `status ${status}`;
      return messageStatus === "failed" || messageStatus === "undelivered"
        ? (error_message ?? messageStatus)
        : undefined;
    },
  };
}

const messagebirdReply = z.looseObject({
  errors: z.array(z.looseObject({ description: z.string() })).optional(),
  recipients: z.looseObject({ totalSentCount: z.number() }).optional(),
});

/** https://developers.messagebird.com/api/sms-messaging/ */
function messagebird(options: {
  readonly originator: string;
  readonly access_key: string;
}): Service {
  return {
    name: "MessageBird",
    url: "https://rest.messagebird.com/messages",
    headers: { authorization: `AccessKey ${options.access_key}` },
    body: ({ to, text }) => ({
      originator: options.originator,
      body: text,
      recipients: to,
      type: "sms",
      datacoding: "unicode",
    }),
    findRefusal: (_, reply) => {
      const { errors, recipients } = messagebirdReply.parse(reply);
      if (errors?.[0]) return errors[0].description;
      return recipients?.totalSentCount ? undefined : "it has no recipient";
    },
  };
}

const textlocalReply = z.looseObject({
  status: z.string(),
  errors: z.array(z.looseObject({ code: z.number(), message: z.string() })).optional(),
});

/** https://api.textlocal.in/docs/sendsms */
function textlocal(options: { readonly sender: string; readonly api_key: string }): Service {
  return {
    name: "Textlocal",
    url: "https://api.textlocal.in/send",
    body: ({ to, text }) => ({
      sender: options.sender,
      apikey: options.api_key,
      message: text,
      numbers: to,
    }),
    findRefusal: (_, reply) => {
      const { status, errors } = textlocalReply.parse(reply);
      return status === "success" ? undefined : (errors?.[0]?.message ?? status);
    },
  };
}

const vonageReply = z.looseObject({
  messages: z.array(z.looseObject({ status: z.string(), "error-text": z.string().optional() })),
});

interface VonageOptions {
  readonly from: string;
  readonly api_key: string;
  readonly api_secret: string;
}

/** https://developer.vonage.com/en/api/sms */
function vonage({ from, api_key, api_secret }: VonageOptions): Service {
  return {
    name: "Vonage",
    url: "https://rest.nexmo.com/sms/json",
    body: ({ to, text }) => ({
      from,
      to,
      text,
      api_key,
      api_secret,
      ...(/\P{ASCII}/u.test(text) && { type: "unicode" }),
    }),
    findRefusal: (_, reply) => {
      const [firstMessage] = vonageReply.parse(reply).messages;
      if (firstMessage === undefined) return "it has no recipient";
      return firstMessage.status === "0"
        ? undefined
        : (firstMessage["error-text"] ?? `status ${firstMessage.status}`);
    },
  };
}
