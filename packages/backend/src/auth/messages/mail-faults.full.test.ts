import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type AuthFixture, apiVersion, authFixture, silence } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import type { Database } from "../../database/port.ts";
import type { Log } from "../../log/log.ts";
import { createMailer } from "../../mail/mailer.ts";
import { createOutbox } from "../../mail/outbox.ts";
import { createSmtpTransport } from "../../mail/smtp.ts";
import type { Email } from "../../mail/transport.ts";
import { createAuth } from "../app.ts";

let database: Database;
let wire: AuthFixture;
const servers: Server[] = [];
const sockets = new Set<Socket>();
beforeAll(async () => {
  database = await openTestDatabase();
  wire = await authFixture(database);
  await wire.signedIn("known@example.com");
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await database.close();
});

/** Returns the port of a mail server that handles connections with `treat`. */
async function mailServer(treat: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    treat(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** The server itself waits ten seconds. */
const timeout = 150;

const troubles: readonly (readonly [string, () => Promise<number>])[] = [
  ["is not there", async () => 1],
  ["hangs up", () => mailServer((socket) => socket.destroy())],
  ["says nothing", () => mailServer(() => {})],
  ["refuses", () => mailServer((socket) => socket.end("554 no mail today\r\n"))],
  [
    "falls silent halfway",
    () => mailServer((socket) => socket.write("220 here\r\n") && socket.once("data", () => {})),
  ],
  [
    "never comes to an end",
    () =>
      mailServer((socket) => {
        socket.write("220 here\r\n");
        socket.once("data", () => {
          const drip = setInterval(() => socket.write("250-wait\r\n"), 20);
          socket.on("close", () => clearInterval(drip));
        });
      }),
  ],
];

test.each(troubles)(
  "a mail server that %s delays no caller, is logged at once, and is retried",
  async (trouble, open) => {
    const lines: string[] = [];
    const log: Log = {
      ...silence,
      error: ({ err }, message) => void lines.push(`${message}: ${String(err)}`),
    };
    const broken = createSmtpTransport({ host: "127.0.0.1", port: await open() }, timeout);
    const sent: Email[] = [];
    let isMended = false;
    const outbox = createOutbox({ database, log, retryDelaysSeconds: [0.5, 0.5, 0.5, 0.5] });
    const { app } = createAuth({
      ...wire.auth,
      outbox,
      mailer: createMailer({
        config: wire.auth.config,
        templates: {},
        notifications: {},
        emailTransport: {
          send: async (email) => (isMended ? void sent.push(email) : broken.send(email)),
          call: async () => broken.call?.(),
        },
        textTransport: { send: async () => {} },
      }),
      log,
    });
    onTestFinished(() => outbox.close());
    const post = async (path: string, body: object) => {
      const response = await app.request(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...apiVersion },
        body: JSON.stringify(body),
      });
      await response.text();
      return response.status;
    };
    const email = `${trouble.replaceAll(" ", "-")}@example.com`;
    const startedAt = performance.now();
    expect(
      await Promise.all([
        post("/signup", { email, password: "correct horse" }),
        post("/recover", { email: "known@example.com" }),
        post("/recover", { email: "nobody@example.com" }),
      ]),
    ).toEqual([200, 200, 200]);
    const answeredIn = performance.now() - startedAt;
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(3);
    expect(answeredIn).toBeLessThan(performance.now() - startedAt);
    for (const line of lines) {
      expect(line).toMatch(
        /^a message \((signup|recovery)\) was not sent, and is retried in 0.5 s: MailError: The mail server 127.0.0.1:\d+ did not accept the message: /,
      );
      expect(line).not.toContain("@example.com");
    }

    isMended = true;
    const recipients = () => sent.map(({ to }) => to).sort();
    await expect.poll(recipients).toEqual([email, "known@example.com"].sort());
    await outbox.drain();
    // Each user received one message, and its code works.
    expect(recipients()).toEqual([email, "known@example.com"].sort());
    const token = sent.find(({ to }) => to === email)?.code ?? "";
    const { error } = await wire.client().verifyOtp({ email, token, type: "signup" });
    expect(error).toBeNull();
  },
);
