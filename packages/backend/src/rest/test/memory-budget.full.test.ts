import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silence } from "../../../test/auth.ts";
import { openTestDatabase } from "../../../test/database.ts";
import type { Database } from "../../database/port.ts";
import { createRest, type RestWire } from "../app.ts";

/** In this test the budget for long answers is 3 MB. */
const largest = 2_000_000;
const long = 700_000;
/** Twelve of these fill the budget. Each goes to the socket in one piece. */
const shorter = 240_000;

let database: Database;
let rest: RestWire;
let server: Server;
let port: number;
/** Connections whose output is held back in this process. */
const heldBack = new Set<Socket>();
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script(`
    create table texts (id int primary key, text text);
    insert into texts select n, repeat('x', ${long}) from generate_series(1, 3) n;
    insert into texts values (4, repeat('x', ${shorter}));
    create table changes (text text);
    create function long() returns text language sql as $$ select repeat('x', ${long}) $$;
    create domain "application/octet-stream" as bytea;
    create function bytes() returns "application/octet-stream" language sql as $$
      select convert_to(repeat('x', ${long}), 'utf8')::"application/octet-stream" $$;
    create function answers(name text, value text) returns text language plpgsql as $$ begin
      perform set_config('response.' || name, value, true);
      return long();
    end $$;
    create function raises() returns setof text language plpgsql as $$ begin
      return next long();
      raise exception 'no more';
    end $$;
    do $$ begin
      execute format('alter role authenticator in database %I
        set pgrst.db_tx_end = ''commit-allow-override''', current_database());
      execute format('alter role authenticator in database %I
        set pgrst.db_plan_enabled = ''true''', current_database());
    end $$;`);
  rest = createRest({
    database,
    config: {
      schemas: ["public"],
      extra_search_path: ["public"],
      max_rows: 100,
      largest_answer: largest,
    },
    authenticate: async () => ({ role: "service_role", claims: {} }),
    log: silence,
    compression: "always",
  });
  server = createServer(getRequestListener(rest.app.fetch, { autoCleanupIncoming: false }));
  server.prependListener("request", ({ headers, socket }) => {
    if (!headers["x-held-back"]) return;
    socket.cork();
    heldBack.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rest.close();
  await database.close();
});

const first = "texts?id=eq.1";

const get = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}/${path}`, {
    ...init,
    headers: { "accept-encoding": "identity", connection: "close", ...init.headers },
  });

const rawRequest = (path: string, headers = "", method = "GET") =>
  `${method} /${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;

function open(text: string): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(text);
  return socket;
}

/** Fills the budget, and returns how many answers fit. Abandoned answers may hold memory for a moment longer. */
async function fill(): Promise<number> {
  const sockets = Array.from({ length: 12 }, () =>
    open(rawRequest("texts?id=eq.4", "X-Held-Back: yes\r\n")),
  );
  const answered = sockets.map((socket) => once(socket, "data"));
  await expect.poll(() => heldBack.size).toBe(12);
  await sleep(500);
  const oneMore = await get("texts?id=eq.4");
  await oneMore.arrayBuffer();
  for (const socket of heldBack) socket.uncork();
  heldBack.clear();
  const statuses = (await Promise.all(answered)).map(([bytes]) => String(bytes).slice(9, 12));
  for (const socket of sockets) socket.destroy();
  expect(oneMore.status).toBe(503);
  return statuses.filter((status) => status === "200").length;
}

test("an answer holds memory until the operating system has taken it", async () => {
  expect(await fill()).toBe(12);
  expect((await get(first)).status).toBe(200);
});

/** Disconnects at the given moment. */
const abandoned = (text: string, when: "at once" | "later" | "at the first bytes") => async () => {
  const socket = open(text);
  if (when === "later") await sleep(Math.random() * 20);
  if (when === "at the first bytes") await Promise.race([once(socket, "data"), sleep(3_000)]);
  socket.destroy();
};

const read =
  (path: string, init: RequestInit = {}) =>
  async () =>
    void (await (await get(path, init)).arrayBuffer());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  read(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });

const gzip = "Accept-Encoding: gzip\r\n";

const endings: readonly [string, () => Promise<void>][] = [
  ["read", read(first)],
  ["compressed", read(first, { headers: { "accept-encoding": "gzip" } })],
  ["not asked for", read(first, { method: "HEAD" })],
  ["a part", read("texts?limit=1", { headers: { prefer: "count=exact" } })],
  ["beyond the end", read("texts?offset=9", { headers: { prefer: "count=exact" } })],
  ["estimated", read("texts?limit=1", { headers: { prefer: "count=estimated" } })],
  [
    "rolled back",
    post("changes", { text: "x".repeat(long) }, { prefer: "tx=rollback,return=representation" }),
  ],
  [
    "more than one row",
    read("texts?id=lt.3", { headers: { accept: "application/vnd.pgrst.object+json" } }),
  ],
  ["csv", read(first, { headers: { accept: "text/csv" } })],
  ["bytes", read("rpc/bytes", { headers: { accept: "application/octet-stream" } })],
  ["raised", read("rpc/raises")],
  ["too large", read("texts?id=lt.4")],
  ["with headers that are none", post("rpc/answers", { name: "headers", value: "[5]" })],
  ["with a header that is none", post("rpc/answers", { name: "headers", value: '[{"a b":"c"}]' })],
  ["with a status that is none", post("rpc/answers", { name: "status", value: "5" })],
  ["with a status of no body", post("rpc/answers", { name: "status", value: "204" })],
  ["abandoned at once", abandoned(rawRequest(first), "at once")],
  ["abandoned later", abandoned(rawRequest(first), "later")],
  ["abandoned while it is sent", abandoned(rawRequest(first), "at the first bytes")],
  ["abandoned while it is compressed", abandoned(rawRequest(first, gzip), "at the first bytes")],
  ["abandoned later, compressed", abandoned(rawRequest(first, gzip), "later")],
  ["abandoned with others behind it", abandoned(rawRequest(first).repeat(4), "at the first bytes")],
  ["abandoned with others behind it, later", abandoned(rawRequest(first).repeat(4), "later")],
  [
    "abandoned with a change",
    abandoned(rawRequest("rpc/long", "Content-Length: 0\r\n", "POST"), "later"),
  ],
];

test("all memory is free again, however an answer ends", async () => {
  for (const [, ending] of endings) await Promise.all(Array.from({ length: 4 }, ending));
  await expect.poll(fill).toBe(12);
}, 60_000);

/** `npm run test:nightly` runs each case alone, to find the culprit. */
test.runIf(process.env["PORTICO_ATTACK"]).each(endings)(
  "all memory is free again after an answer %s",
  async (_, ending) => {
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 4 }, ending));
    await expect.poll(fill).toBe(12);
  },
  60_000,
);

test("a long text that is not the body is read as text", async () => {
  const padded = `[{"x-name":"value"}${" ".repeat(100_000)}]`;
  const answer = await get("rpc/answers", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "headers", value: padded }),
  });
  expect([answer.status, answer.headers.get("x-name")]).toEqual([200, "value"]);
  expect(await answer.json()).toHaveLength(long);
  const text = "é".repeat(100_000);
  const plan = await get("changes", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/vnd.pgrst.plan+text; options=verbose",
    },
    body: JSON.stringify({ text }),
  });
  expect(await plan.text()).toContain(text);
});
