import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  type AuthFixture,
  apiVersion,
  authFixture,
  silentLog,
} from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
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

/** Starts a mail server that handles connections with `handle`, and returns its port. */
async function mailServer(handle: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    handle(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** The default is ten seconds. */
const timeoutMs = 150;

const faults: readonly (readonly [string, () => Promise<number>])[] = [
  ["does not exist", async () => 1],
  ["closes the connection", () => mailServer((socket) => socket.destroy())],
  ["does not respond", () => mailServer(() => {})],
  ["refuses the connection", () => mailServer((socket) => socket.end("554 no mail today\r\n"))],
  [
    "stops responding after the greeting",
    () => mailServer((socket) => socket.write("220 here\r\n") && socket.once("data", () => {})),
  ],
  [
    "never completes its response",
    () =>
      mailServer((socket) => {
        socket.write("220 here\r\n");
        socket.once("data", () => {
          const interval = setInterval(() => socket.write("250-wait\r\n"), 20);
          socket.on("close", () => clearInterval(interval));
        });
      }),
  ],
];

test.each(faults)(
  "a mail server that %s does not delay the caller, is logged immediately, and is retried",
  async (fault, openServer) => {
    const lines: string[] = [];
    const log: Log = {
      ...silentLog,
      error: ({ err }, message) => void lines.push(`${message}: ${String(err)}`),
    };
    const brokenTransport = createSmtpTransport(
      { host: "127.0.0.1", port: await openServer() },
      timeoutMs,
    );
    const sentEmails: Email[] = [];
    let isFixed = false;
    const outbox = createOutbox({ database, log, retryDelaysSeconds: [0.5, 0.5, 0.5, 0.5] });
    const { app } = createAuth({
      ...wire.auth,
      outbox,
      mailer: createMailer({
        config: wire.auth.config,
        templates: {},
        notifications: {},
        emailTransport: {
          send: async (email) =>
            isFixed ? void sentEmails.push(email) : brokenTransport.send(email),
          call: async () => brokenTransport.call?.(),
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
    const email = `${fault.replaceAll(" ", "-")}@example.com`;
    const startedAt = performance.now();
    expect(
      await Promise.all([
        post("/signup", { email, password: "correct horse" }),
        post("/recover", { email: "known@example.com" }),
        post("/recover", { email: "nobody@example.com" }),
      ]),
    ).toEqual([200, 200, 200]);
    const responseMs = performance.now() - startedAt;
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(3);
    expect(responseMs).toBeLessThan(performance.now() - startedAt);
    for (const line of lines) {
      expect(line).toMatch(
        /^a message \((signup|recovery)\) was not sent, and is retried in 0.5 s: MailError: The mail server 127.0.0.1:\d+ did not accept the message: /,
      );
      expect(line).not.toContain("@example.com");
    }

    isFixed = true;
    const recipients = () => sentEmails.map(({ to }) => to).sort();
    await expect.poll(recipients).toEqual([email, "known@example.com"].sort());
    await outbox.drain();
    // Each user received one message, and its code works.
    expect(recipients()).toEqual([email, "known@example.com"].sort());
    const token = sentEmails.find(({ to }) => to === email)?.code ?? "";
    const { error } = await wire.client().verifyOtp({ email, token, type: "signup" });
    expect(error).toBeNull();
  },
);
