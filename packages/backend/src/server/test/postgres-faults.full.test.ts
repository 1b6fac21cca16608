import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { type Command, portico } from "../../../test/processes/portico-command.ts";
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
/** `firstOrigin` reaches PostgreSQL through a forwarder that can be cut; `secondOrigin` connects directly. */
let firstOrigin = "";
let secondOrigin = "";

/** Forwards a port to PostgreSQL, until it is cut. */
interface Forwarder {
  readonly port: number;
  cut(): void;
  restore(): Promise<void>;
}

async function openForwarder(host: string, port: number): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let server: Server;
  const open = (listenPort: number) =>
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
      server.listen(listenPort, "127.0.0.1", () => {
        const address = server.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
  const ownPort = await open(0);
  return {
    port: ownPort,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    restore: async () => void (await open(ownPort)),
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
  const startProcess = (databaseUrl: string) => {
    const command = portico(["start", "--port", "0", "--project", folder.path, "--expose-inbox"], {
      DATABASE_URL: databaseUrl,
      PORTICO_TRUSTED_PROXIES: "1",
      PORTICO_ADMIN_PORT: "0",
    });
    processes.push(command);
    return command.origin;
  };
  const forwardedUrl = new URL(url.href);
  forwardedUrl.port = String(forwarder.port);
  [firstOrigin, secondOrigin] = await Promise.all([
    startProcess(forwardedUrl.href),
    startProcess(url.href),
  ]);
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
  await sendRequest(`${firstOrigin}/auth/v1/signup`, {
    body: { email, password: "correct horse" },
  });
  const { code: token } = await new Inbox(secondOrigin).next(email);
  const response = await sendRequest(`${secondOrigin}/auth/v1/verify`, {
    body: { type: "signup", email, token },
  });
  expect(response.status).toBe(200);
  return response.body;
}

/** Waits up to ten seconds until the process has the table in its schema cache. */
async function answerFor(origin: string, table: string): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const { status } = await sendRequest(`${origin}/rest/v1/${table}`);
    if (status === 200 || attempt === 100) return status;
    await sleep(100);
  }
}

const makeTable = (name: string) =>
  direct.script(`create table ${name} (id int); grant select on ${name} to anon;
    notify pgrst, 'reload schema'`);

describe.skipIf(!isPostgres)("two processes on one PostgreSQL", () => {
  test("two processes on one PostgreSQL share keys, users, sessions and tables", async () => {
    const [first, second] = await Promise.all([
      sendRequest(`${firstOrigin}/auth/v1/.well-known/jwks.json`),
      sendRequest(`${secondOrigin}/auth/v1/.well-known/jwks.json`),
    ]);
    expect(first.body.keys).toHaveLength(1);
    expect(second.body).toEqual(first.body);

    const session = await createSession("both@example.com");
    const user = (origin: string, token: string) =>
      sendRequest(`${origin}/auth/v1/user`, { token });
    expect((await user(firstOrigin, session.access_token)).body.email).toBe("both@example.com");
    let token = session.refresh_token;
    for (let round = 0; round < 3; round++) {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, tab) =>
          refresh(tab % 2 ? firstOrigin : secondOrigin, token),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
      token = responses[0]?.body.refresh_token;
    }
    const lastSession = (await refresh(firstOrigin, token)).body;
    await sendRequest(`${firstOrigin}/auth/v1/logout`, {
      body: {},
      token: lastSession.access_token,
    });
    expect((await user(secondOrigin, lastSession.access_token)).status).toBe(403);
    expect((await refresh(secondOrigin, lastSession.refresh_token)).status).toBe(400);

    await makeTable("made_later");
    expect(await answerFor(firstOrigin, "made_later")).toBe(200);
    expect(await answerFor(secondOrigin, "made_later")).toBe(200);
  });

  test("two processes on one PostgreSQL count code attempts and rate limits together", async () => {
    const email = "counted@example.com";
    await createSession(email);
    await sendRequest(`${firstOrigin}/auth/v1/recover`, { body: { email } });
    const { code: token } = await new Inbox(firstOrigin).next(email);
    const verify = (origin: string, typed: string) =>
      sendRequest(`${origin}/auth/v1/verify`, { body: { type: "recovery", email, token: typed } });
    for (const origin of [firstOrigin, secondOrigin, firstOrigin, secondOrigin, firstOrigin]) {
      expect((await verify(origin, token === "000000" ? "000001" : "000000")).status).toBe(403);
    }
    expect((await verify(secondOrigin, token ?? "")).status).toBe(403);

    const signIn = (origin: string) =>
      sendRequest(`${origin}/auth/v1/token?grant_type=password`, {
        body: { email, password: "wrong password" },
        address: "203.0.113.7",
      });
    const statuses = [];
    for (let index = 0; index < 8; index++) {
      statuses.push((await signIn(index % 2 ? firstOrigin : secondOrigin)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
  });

  test("a process that loses PostgreSQL under load reports it in each wire's format, and recovers when it is back", {
    timeout: 60_000 + outageMs * 2,
  }, async () => {
    const session = await createSession("outage@example.com");
    let token: string = session.refresh_token;
    let isStopped = false;
    const responseCounts = new Map<string, number>();
    let slowestMs = 0;
    const repeatUntilStopped = async (
      work: () => Promise<Awaited<ReturnType<typeof sendRequest>>>,
    ) => {
      while (!isStopped) {
        const startedAt = Date.now();
        const { status, body } = await work();
        slowestMs = Math.max(slowestMs, Date.now() - startedAt);
        const error = status === 200 ? "" : ` ${body.code} ${body.message}`;
        responseCounts.set(`${status}${error}`, (responseCounts.get(`${status}${error}`) ?? 0) + 1);
        await sleep(5);
      }
    };
    const load = Promise.all([
      ...[1, 2, 3].map(() =>
        repeatUntilStopped(() =>
          sendRequest(`${firstOrigin}/auth/v1/user`, { token: session.access_token }),
        ),
      ),
      ...[1, 2, 3].map(() => repeatUntilStopped(() => sendRequest(`${firstOrigin}/rest/v1/notes`))),
      repeatUntilStopped(async () => {
        const response = await refresh(firstOrigin, token);
        if (response.status === 200) token = response.body.refresh_token;
        return response;
      }),
      repeatUntilStopped(() =>
        sendRequest(`${firstOrigin}/auth/v1/token?grant_type=password`, {
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
    const countsBefore = new Map(responseCounts);
    await forwarder.restore();
    await sleep(1_500);
    expect(await isReady()).toEqual({ live: 200, ready: 200, metrics: 200 });
    isStopped = true;
    await load;

    expect([...responseCounts.keys()].sort()).toEqual([
      "200",
      "503 PGRST001 Database client error. Retrying the connection.",
      "503 unexpected_failure The database is not available, try again later",
    ]);
    for (const [response, times] of countsBefore)
      if (response !== "200") expect(times).toBeGreaterThan(10);
    expect(slowestMs).toBeLessThan(5_000);
    for (const line of [
      "the database does not answer: requests are refused",
      "the database answers again",
    ]) {
      expect(processes[0]?.output().split(line), line).toHaveLength(2);
    }

    expect(
      (await sendRequest(`${firstOrigin}/auth/v1/user`, { token: session.access_token })).status,
    ).toBe(200);
    expect((await refresh(firstOrigin, token)).status).toBe(200);
    // The process has learned of the changes that it missed, and receives new ones.
    expect(await answerFor(firstOrigin, "made_meanwhile")).toBe(200);
    await makeTable("made_afterwards");
    expect(await answerFor(firstOrigin, "made_afterwards")).toBe(200);
    expect(processes.map(({ process }) => process.exitCode)).toEqual([null, null]);
  });
});
