import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Answer,
  type AuthFixture,
  apiVersion,
  authFixture,
  silence,
} from "../../test/auth.ts";
import { openTestDatabase } from "../../test/database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { createPostman } from "../mail/postman.ts";
import { createSmtpTransport } from "../mail/smtp.ts";
import { createAuth } from "./routes.ts";

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

/** A mail server that treats whoever connects in its own way. */
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

/** In milliseconds; the server itself has ten seconds. */
const patience = 150;

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
  "a mail server that %s gets the caller the reference's answer, soon, and holds nobody else up",
  async (trouble, open) => {
    const port = await open();
    const app = createAuth(
      {
        ...wire.auth,
        postman: createPostman({
          config: wire.auth.config,
          templates: {},
          notifications: {},
          emails: createSmtpTransport({ host: "127.0.0.1", port }, patience),
          texts: { send: async () => {} },
        }),
      },
      silence,
    );
    const post = async (path: string, body: object): Promise<Pick<Answer, "status" | "body">> => {
      const response = await app.request(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...apiVersion },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    };
    const begun = Date.now();
    const email = `${trouble.replaceAll(" ", "-")}@example.com`;
    const asking = Promise.all([
      post("/signup", { email, password: "correct horse" }),
      post("/recover", { email: "known@example.com" }),
    ]);
    // Whoever needs no mail is served meanwhile.
    const health = await app.request("/settings");
    expect(health.status).toBe(200);
    const failed = (what: string) => ({
      status: 500,
      body: { code: "unexpected_failure", message: `Error sending ${what} email` },
    });
    expect(await asking).toEqual([failed("confirmation"), failed("recovery")]);
    expect(Date.now() - begun).toBeLessThan(4 * patience + 2_000);

    // Nothing of it stays in the way of the next try, once there is mail again.
    const { rows } = await database.query(sql`select id from auth.users where email = ${email}`);
    expect(rows).toEqual([]);
    expect((await wire.post("/signup", { email, password: "correct horse" })).status).toBe(200);
    expect(wire.letterTo(email).code).toMatch(/^\d{6}$/);
  },
);
