import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { MailServer } from "../../../test/servers/mail-server.ts";
import { startTestServer } from "../../../test/servers/test-server.ts";
import { createLog } from "../../log/log.ts";
import { createProbe } from "../probe.ts";
import type { RunningServer } from "../server.ts";

const replies: Record<string, string> = { AUTH: "235 welcome\r\n" };
const mail = new MailServer(replies);
let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer(
    {
      "supabase/config.toml": `
[auth.email]
enable_confirmations = true
[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${await mail.listen()}
user = "mailer"
pass = "the password of the mailer"
admin_email = "door@example.com"`,
    },
    { env: { PORTICO_ADMIN_PORT: "0" }, log: createLog("error", { write: () => {} }) },
  );
});
afterAll(async () => {
  await server.close();
  await mail.close();
});

async function figure(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${server.monitoringOrigin}/metrics`)).text();
  const line = text.split("\n").find((item) => item.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

const messages = (result: string) => `portico_messages_total{channel="email",result="${result}"}`;

test("a message that the mail server defers is counted as failed, waits, and is finally sent", async () => {
  replies["RCPT"] = "450 come back later\r\n";
  const response = await fetch(`${server.origin}/auth/v1/signup`, {
    method: "POST",
    body: JSON.stringify({ email: "mary@example.com", password: "the password of mary" }),
  });
  expect(response.status).toBe(200);
  await eventually(async () => expect(await figure(messages("failed"))).toBe(1));
  expect(await figure("portico_outgoing_messages")).toBe(1);
  delete replies["RCPT"];
  await eventually(async () => expect(await figure(messages("sent"))).toBe(1));
  expect(await figure('portico_messages_abandoned_total{kind="signup"}')).toBeUndefined();
});

test("a check that never ends counts as failed", async () => {
  const probe = await createProbe();
  probe.setChecks({ database: async () => {}, catalogue: () => new Promise(() => {}) });
  expect(await probe.failures()).toEqual(["catalogue"]);
});
