import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLog } from "../../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { createRest, type RestWire } from "../app.ts";

/** With this maximum, the budget for large responses is 3 MB. */
const maxResponseBytes = 2_000_000;
const largeSize = 700_000;
/** Twelve responses of this size fill the budget. Each is written to the socket in one call. */
const mediumSize = 240_000;

let database: Database;
let rest: RestWire;
let server: Server;
let port: number;
/** The connections whose output is buffered in this process. */
const corkedSockets = new Set<Socket>();
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script(`
    create table texts (id int primary key, text text);
    insert into texts select n, repeat('x', ${largeSize}) from generate_series(1, 3) n;
    insert into texts values (4, repeat('x', ${mediumSize}));
    create table changes (text text);
    create function long() returns text language sql as $$ select repeat('x', ${largeSize}) $$;
    create domain "application/octet-stream" as bytea;
    create function bytes() returns "application/octet-stream" language sql as $$
      select convert_to(repeat('x', ${largeSize}), 'utf8')::"application/octet-stream" $$;
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
      largest_answer: maxResponseBytes,
    },
    authenticate: async () => ({ role: "service_role", claims: {} }),
    log: silentLog,
    compression: "always",
  });
  server = createServer(getRequestListener(rest.app.fetch, { autoCleanupIncoming: false }));
  server.prependListener("request", ({ headers, socket }) => {
    if (!headers["x-held-back"]) return;
    socket.cork();
    corkedSockets.add(socket);
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

const firstTextPath = "texts?id=eq.1";

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

/** Fills the budget, and returns the number of responses that fit. Aborted responses may use memory a moment longer. */
async function fill(): Promise<number> {
  const sockets = Array.from({ length: 12 }, () =>
    open(rawRequest("texts?id=eq.4", "X-Held-Back: yes\r\n")),
  );
  const firstBytes = sockets.map((socket) => once(socket, "data"));
  await expect.poll(() => corkedSockets.size).toBe(12);
  await sleep(500);
  const additionalResponse = await get("texts?id=eq.4");
  await additionalResponse.arrayBuffer();
  for (const socket of corkedSockets) socket.uncork();
  corkedSockets.clear();
  const statuses = (await Promise.all(firstBytes)).map(([bytes]) => String(bytes).slice(9, 12));
  for (const socket of sockets) socket.destroy();
  expect(additionalResponse.status).toBe(503);
  return statuses.filter((status) => status === "200").length;
}

test("a response uses memory until the operating system has received it", async () => {
  expect(await fill()).toBe(12);
  expect((await get(firstTextPath)).status).toBe(200);
});

/** Returns a function that sends a request and disconnects at the given moment. */
const abort = (text: string, when: "at once" | "later" | "at the first bytes") => async () => {
  const socket = open(text);
  if (when === "later") await sleep(Math.random() * 20);
  if (when === "at the first bytes") await Promise.race([once(socket, "data"), sleep(3_000)]);
  socket.destroy();
};

const readCompletely =
  (path: string, init: RequestInit = {}) =>
  async () =>
    void (await (await get(path, init)).arrayBuffer());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  readCompletely(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });

const gzip = "Accept-Encoding: gzip\r\n";

const endings: readonly [string, () => Promise<void>][] = [
  ["read", readCompletely(firstTextPath)],
  ["compressed", readCompletely(firstTextPath, { headers: { "accept-encoding": "gzip" } })],
  ["not asked for", readCompletely(firstTextPath, { method: "HEAD" })],
  ["a part", readCompletely("texts?limit=1", { headers: { prefer: "count=exact" } })],
  ["beyond the end", readCompletely("texts?offset=9", { headers: { prefer: "count=exact" } })],
  ["estimated", readCompletely("texts?limit=1", { headers: { prefer: "count=estimated" } })],
  [
    "rolled back",
    post(
      "changes",
      { text: "x".repeat(largeSize) },
      { prefer: "tx=rollback,return=representation" },
    ),
  ],
  [
    "more than one row",
    readCompletely("texts?id=lt.3", { headers: { accept: "application/vnd.pgrst.object+json" } }),
  ],
  ["csv", readCompletely(firstTextPath, { headers: { accept: "text/csv" } })],
  ["bytes", readCompletely("rpc/bytes", { headers: { accept: "application/octet-stream" } })],
  ["raised", readCompletely("rpc/raises")],
  ["too large", readCompletely("texts?id=lt.4")],
  ["with headers that are none", post("rpc/answers", { name: "headers", value: "[5]" })],
  ["with a header that is none", post("rpc/answers", { name: "headers", value: '[{"a b":"c"}]' })],
  ["with a status that is none", post("rpc/answers", { name: "status", value: "5" })],
  ["with a status of no body", post("rpc/answers", { name: "status", value: "204" })],
  ["abandoned at once", abort(rawRequest(firstTextPath), "at once")],
  ["abandoned later", abort(rawRequest(firstTextPath), "later")],
  ["abandoned while it is sent", abort(rawRequest(firstTextPath), "at the first bytes")],
  [
    "abandoned while it is compressed",
    abort(rawRequest(firstTextPath, gzip), "at the first bytes"),
  ],
  ["abandoned later, compressed", abort(rawRequest(firstTextPath, gzip), "later")],
  [
    "abandoned with others behind it",
    abort(rawRequest(firstTextPath).repeat(4), "at the first bytes"),
  ],
  ["abandoned with others behind it, later", abort(rawRequest(firstTextPath).repeat(4), "later")],
  [
    "abandoned with a change",
    abort(rawRequest("rpc/long", "Content-Length: 0\r\n", "POST"), "later"),
  ],
];

test("all memory is freed, whatever ends a response", async () => {
  for (const [, ending] of endings) await Promise.all(Array.from({ length: 4 }, ending));
  await expect.poll(fill).toBe(12);
}, 60_000);

/** `npm run test:nightly` runs each case separately, to find the cause of a failure. */
test.runIf(process.env["PORTICO_ATTACK"]).each(endings)(
  "all memory is freed after a response %s",
  async (_, ending) => {
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 4 }, ending));
    await expect.poll(fill).toBe(12);
  },
  60_000,
);

test("a long text that is not the body is read completely", async () => {
  const paddedHeaders = `[{"x-name":"value"}${" ".repeat(100_000)}]`;
  const response = await get("rpc/answers", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "headers", value: paddedHeaders }),
  });
  expect([response.status, response.headers.get("x-name")]).toEqual([200, "value"]);
  expect(await response.json()).toHaveLength(largeSize);
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
