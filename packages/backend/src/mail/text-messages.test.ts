import { describe, expect, test } from "vitest";
import { type ConfigInput, defaultConfig } from "../config/sections/schema.ts";
import { createTextTransport } from "./text-messages.ts";
import { MailError, type TextMessage } from "./transport.ts";

type SmsInput = NonNullable<NonNullable<ConfigInput["auth"]>["sms"]>;

const secret = "a secret that no error tells";
const message = {
  channel: "sms",
  to: "4520304050",
  text: "Din kode på vej: 111222",
  code: "111222",
} as const;

/** Sends a message through a service with a fixed answer, and returns the request that the service received. */
async function send(
  sms: SmsInput,
  reply: object | string,
  status = 200,
  more: Partial<TextMessage> = {},
) {
  const requests: { url: string; authorization: string | null; body: Record<string, string> }[] =
    [];
  const config = defaultConfig({ auth: { sms } });
  const transport = createTextTransport(config.auth.sms, async (request) => {
    requests.push({
      url: request.url,
      authorization: request.headers.get("authorization"),
      body: Object.fromEntries(new URLSearchParams(await request.text())),
    });
    const body = typeof reply === "string" ? reply : JSON.stringify(reply);
    return new Response(body, { status });
  });
  const failure = await transport?.send({ ...message, ...more }).catch((error: unknown) => error);
  return { request: requests[0], failure };
}

const twilio = {
  twilio: { enabled: true, account_sid: "AC1", message_service_sid: "MG1", auth_token: secret },
};
const messagebird = { messagebird: { enabled: true, originator: "Us", access_key: secret } };
const textlocal = { textlocal: { enabled: true, sender: "Us", api_key: secret } };
const vonage = { vonage: { enabled: true, from: "Us", api_key: "key", api_secret: secret } };

test("there is no text message transport without a service", () => {
  expect(createTextTransport(defaultConfig().auth.sms)).toBeUndefined();
});

describe("text messages by service", () => {
  test("a text message is sent by Twilio's API", async () => {
    const { request, failure } = await send(twilio, { sid: "SM1", status: "queued" }, 201);
    expect(failure).toBeUndefined();
    expect(request).toEqual({
      url: "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json",
      authorization: `Basic ${Buffer.from(`AC1:${secret}`).toString("base64")}`,
      body: { To: "+4520304050", Channel: "sms", From: "MG1", Body: message.text },
    });
  });

  test("a WhatsApp message is sent by Twilio's API", async () => {
    const message = { messenger: "whatsapp" } as const;
    const { request } = await send(twilio, { sid: "SM1" }, 201, message);
    expect(request?.body).toMatchObject({
      To: "whatsapp:+4520304050",
      From: "MG1",
      Channel: "whatsapp",
    });
    const number = {
      twilio: { ...twilio.twilio, message_service_sid: "+15005550006", content_sid: "HX1" },
    };
    expect((await send(number, { sid: "SM1" }, 201, message)).request?.body).toEqual({
      To: "whatsapp:+4520304050",
      From: "whatsapp:+15005550006",
      Channel: "whatsapp",
      ContentSid: "HX1",
      ContentVariables: '{"1":"111222"}',
    });
  });

  test("a text message is sent by MessageBird's API", async () => {
    const { request, failure } = await send(messagebird, { recipients: { totalSentCount: 1 } });
    expect(failure).toBeUndefined();
    expect(request).toEqual({
      url: "https://rest.messagebird.com/messages",
      authorization: `AccessKey ${secret}`,
      body: {
        originator: "Us",
        body: message.text,
        recipients: message.to,
        type: "sms",
        datacoding: "unicode",
      },
    });
  });

  test("a text message is sent by Textlocal's API", async () => {
    const { request, failure } = await send(textlocal, { status: "success" });
    expect(failure).toBeUndefined();
    expect(request).toMatchObject({
      url: "https://api.textlocal.in/send",
      body: { sender: "Us", apikey: secret, message: message.text, numbers: message.to },
    });
  });

  test("a text message is sent by Vonage's API", async () => {
    const { request, failure } = await send(vonage, { messages: [{ status: "0" }] });
    expect(failure).toBeUndefined();
    expect(request).toMatchObject({
      url: "https://rest.nexmo.com/sms/json",
      body: {
        from: "Us",
        to: message.to,
        text: message.text,
        api_key: "key",
        api_secret: secret,
        type: "unicode",
      },
    });
  });
});

test.each<[string, SmsInput, object | string, number, string]>([
  ["Twilio", twilio, { code: 21211, message: "Invalid 'To' Phone Number" }, 400, "Invalid 'To'"],
  ["Twilio", twilio, { status: "failed", error_message: "Unreachable" }, 201, "Unreachable"],
  ["Twilio", twilio, "<html>", 502, "no readable response"],
  ["MessageBird", messagebird, { errors: [{ description: "no funds" }] }, 422, "no funds"],
  ["MessageBird", messagebird, { recipients: { totalSentCount: 0 } }, 200, "no recipient"],
  [
    "Textlocal",
    textlocal,
    { status: "failure", errors: [{ code: 3, message: "login" }] },
    200,
    "login",
  ],
  ["Vonage", vonage, { messages: [{ status: "4", "error-text": "Bad Credentials" }] }, 200, "Bad"],
  ["Vonage", vonage, { messages: [] }, 200, "no recipient"],
])("a refusal by %s is an error with the reason", async (name, sms, reply, status, reason) => {
  const { failure } = await send(sms, reply, status);
  expect(failure).toBeInstanceOf(MailError);
  expect(String(failure)).toContain(`${name} did not accept the text message: `);
  expect(String(failure)).toContain(reason);
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(secret);
});
