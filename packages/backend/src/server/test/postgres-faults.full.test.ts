import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Command, portico } from "../../../test/command.ts";
import { makeTestStorage } from "../../../test/database.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";
import type { Database } from "../../database/port.ts";
import { openPostgres } from "../../database/postgres/postgres.ts";
import { sql } from "../../database/sql.ts";
import { Inbox } from "../../testing/inbox.ts";

/** How long PostgreSQL is down: briefly by default, ten seconds in the nightly run. */
const outageMs = Number(process.env["PORTICO_OUTAGE"] ?? 1_500);

const config = `
[auth.email]
enable_confirmations = true
max_frequency = "0s"
[auth.rate_limit]
sign_in_sign_ups = 6
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let direct: Database;
let forwarder: Forwarder;
const processes: Command[] = [];
/** `one` reaches PostgreSQL through a forwarder that can be cut; `other` connects directly. */
let one = "";
let other = "";

/** Forwards a port to PostgreSQL, until it is cut. */
interface Forwarder {
  readonly port: number;
  cut(): void;
  restore(): Promise<void>;
}

async function openForwarder(host: string, port: number): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let server: Server;
  const open = (at: number) =>
    new Promise<number>((resolve, reject) => {
      server = createServer((incoming) => {
        const outgoing = connect(port, host);
        for (const [from, to] of [
          [incoming, outgoing],
          [outgoing, incoming],
        ] as const) {
          sockets.add(from);
          from.pipe(to);
          from.on("error", () => {});
          from.on("close", () => {
            sockets.delete(from);
            to.destroy();
          });
        }
      });
      server.once("error", reject);
      server.listen(at, "127.0.0.1", () => {
        const address = server.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
  const own = await open(0);
  return {
    port: own,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    restore: async () => void (await open(own)),
  };
}

const isPostgres = process.env["TEST_DATABASE_URL"] !== undefined;

beforeAll(async () => {
  if (!isPostgres) return;
  folder = await temporaryFolder({
    "supabase/config.toml": config,
    "supabase/migrations/1_notes.sql":
      "create table notes (id int); grant select on notes to anon; insert into notes values (1);",
  });
  storage = await makeTestStorage();
  const url = new URL("url" in storage.storage ? storage.storage.url : "");
  direct = await openPostgres({ url: url.href, connections: 2 });
  forwarder = await openForwarder(url.hostname, Number(url.port || 5432));
  const begin = (databaseUrl: string) => {
    const command = portico(["start", "--port", "0", "--project", folder.path, "--expose-inbox"], {
      DATABASE_URL: databaseUrl,
      PORTICO_TRUSTED_PROXIES: "1",
      PORTICO_ADMIN_PORT: "0",
    });
    processes.push(command);
    return command.origin;
  };
  const byTheWay = new URL(url.href);
  byTheWay.port = String(forwarder.port);
  [one, other] = await Promise.all([begin(byTheWay.href), begin(url.href)]);
});
afterAll(async () => {
  if (!isPostgres) return;
  for (const { process } of processes) process.kill("SIGTERM");
  await Promise.all(processes.map(({ ended }) => ended));
  forwarder.cut();
  await direct.close();
  await storage.drop();
  await folder.remove();
});

async function sendRequest(
  url: string,
  { body, token, address }: { body?: object; token?: string; address?: string } = {},
) {
  const response = await fetch(url, {
    headers: {
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(address ? { "x-forwarded-for": address } : {}),
    },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}

/** Returns the first process's responses on its port for monitoring. */
async function isReady() {
  const origin = processes[0]?.output().match(/Monitoring +(\S+)\/metrics/)?.[1];
  const [live, ready, metrics] = await Promise.all(
    ["live", "ready", "metrics"].map(async (path) => (await fetch(`${origin}/${path}`)).status),
  );
  return { live, ready, metrics };
}

const refresh = (origin: string, token: string) =>
  sendRequest(`${origin}/auth/v1/token?grant_type=refresh_token`, {
    body: { refresh_token: token },
  });

async function createSession(email: string) {
  await sendRequest(`${one}/auth/v1/signup`, { body: { email, password: "correct horse" } });
  const { code: token } = await new Inbox(other).next(email);
  const answer = await sendRequest(`${other}/auth/v1/verify`, {
    body: { type: "signup", email, token },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Waits up to ten seconds until the process knows the table. */
async function answerFor(origin: string, table: string): Promise<number> {
  for (let tries = 0; ; tries++) {
    const { status } = await sendRequest(`${origin}/rest/v1/${table}`);
    if (status === 200 || tries === 100) return status;
    await sleep(100);
  }
}

const makeTable = (name: string) =>
  direct.script(`create table ${name} (id int); grant select on ${name} to anon;
    notify pgrst, 'reload schema'`);

describe.skipIf(!isPostgres)("two processes on one PostgreSQL", () => {
  test("two processes on one PostgreSQL share keys, users, sessions and tables", async () => {
    const [first, second] = await Promise.all([
      sendRequest(`${one}/auth/v1/.well-known/jwks.json`),
      sendRequest(`${other}/auth/v1/.well-known/jwks.json`),
    ]);
    expect(first.body.keys).toHaveLength(1);
    expect(second.body).toEqual(first.body);

    const session = await createSession("both@example.com");
    const user = (origin: string, token: string) =>
      sendRequest(`${origin}/auth/v1/user`, { token });
    expect((await user(one, session.access_token)).body.email).toBe("both@example.com");
    let token = session.refresh_token;
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, tab) => refresh(tab % 2 ? one : other, token)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
      token = answers[0]?.body.refresh_token;
    }
    const last = (await refresh(one, token)).body;
    await sendRequest(`${one}/auth/v1/logout`, { body: {}, token: last.access_token });
    expect((await user(other, last.access_token)).status).toBe(403);
    expect((await refresh(other, last.refresh_token)).status).toBe(400);

    await makeTable("made_later");
    expect(await answerFor(one, "made_later")).toBe(200);
    expect(await answerFor(other, "made_later")).toBe(200);
  });

  test("two processes on one PostgreSQL count code attempts and rate limits together", async () => {
    const email = "counted@example.com";
    await createSession(email);
    await sendRequest(`${one}/auth/v1/recover`, { body: { email } });
    const { code: token } = await new Inbox(one).next(email);
    const verify = (origin: string, typed: string) =>
      sendRequest(`${origin}/auth/v1/verify`, { body: { type: "recovery", email, token: typed } });
    for (const origin of [one, other, one, other, one]) {
      expect((await verify(origin, token === "000000" ? "000001" : "000000")).status).toBe(403);
    }
    expect((await verify(other, token ?? "")).status).toBe(403);

    const signIn = (origin: string) =>
      sendRequest(`${origin}/auth/v1/token?grant_type=password`, {
        body: { email, password: "wrong password" },
        address: "203.0.113.7",
      });
    const statuses = [];
    for (let index = 0; index < 8; index++) {
      statuses.push((await signIn(index % 2 ? one : other)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
  });

  test("a process that loses PostgreSQL under load reports it in each wire's format, and recovers when it is back", {
    timeout: 60_000 + outageMs * 2,
  }, async () => {
    const session = await createSession("outage@example.com");
    let token: string = session.refresh_token;
    let stopped = false;
    const received = new Map<string, number>();
    let slowest = 0;
    const repeat = async (work: () => Promise<Awaited<ReturnType<typeof sendRequest>>>) => {
      while (!stopped) {
        const startedAt = Date.now();
        const { status, body } = await work();
        slowest = Math.max(slowest, Date.now() - startedAt);
        const error = status === 200 ? "" : ` ${body.code} ${body.message}`;
        received.set(`${status}${error}`, (received.get(`${status}${error}`) ?? 0) + 1);
        await sleep(5);
      }
    };
    const load = Promise.all([
      ...[1, 2, 3].map(() =>
        repeat(() => sendRequest(`${one}/auth/v1/user`, { token: session.access_token })),
      ),
      ...[1, 2, 3].map(() => repeat(() => sendRequest(`${one}/rest/v1/notes`))),
      repeat(async () => {
        const answer = await refresh(one, token);
        if (answer.status === 200) token = answer.body.refresh_token;
        return answer;
      }),
      repeat(() =>
        sendRequest(`${one}/auth/v1/token?grant_type=password`, {
          body: { email: "outage@example.com", password: "correct horse" },
        }),
      ),
    ]);
    await sleep(300);
    // When PostgreSQL stops, it notifies its clients, and then no longer answers.
    await direct.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'portico%'`);
    forwarder.cut();
    await makeTable("made_meanwhile");
    await sleep(outageMs);
    expect(await isReady()).toEqual({ live: 200, ready: 503, metrics: 200 });
    const before = new Map(received);
    await forwarder.restore();
    await sleep(1_500);
    expect(await isReady()).toEqual({ live: 200, ready: 200, metrics: 200 });
    stopped = true;
    await load;

    expect([...received.keys()].sort()).toEqual([
      "200",
      "503 PGRST001 Database client error. Retrying the connection.",
      "503 unexpected_failure The database is not available, try again later",
    ]);
    for (const [answer, times] of before) if (answer !== "200") expect(times).toBeGreaterThan(10);
    expect(slowest).toBeLessThan(5_000);
    for (const line of [
      "the database does not answer: requests are refused",
      "the database answers again",
    ]) {
      expect(processes[0]?.output().split(line), line).toHaveLength(2);
    }

    expect((await sendRequest(`${one}/auth/v1/user`, { token: session.access_token })).status).toBe(
      200,
    );
    expect((await refresh(one, token)).status).toBe(200);
    // The process has learned of the changes that it missed, and receives new ones.
    expect(await answerFor(one, "made_meanwhile")).toBe(200);
    await makeTable("made_afterwards");
    expect(await answerFor(one, "made_afterwards")).toBe(200);
    expect(processes.map(({ process }) => process.exitCode)).toEqual([null, null]);
  });
});
