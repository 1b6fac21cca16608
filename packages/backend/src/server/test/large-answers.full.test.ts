import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { type Command, portico } from "../../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";

/** Tests responses above the limit, and responses that the client does not read. */

const isEmbedded = process.env["TEST_DATABASE_URL"] === undefined;

/** V8's optimizing compiler takes 850 MB for a moment during the first requests. */
const memoryLimitMegabytes = isEmbedded ? 1_250 : 500;

/** The number of rows, of 100 kB each. One response may contain only a few more. */
const rows = isEmbedded ? 320 : 640;

const secretKey = `sb_secret_${randomBytes(16).toString("hex")}`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let server: Command;
let origin: string;
beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": `
      [auth]
      secret_key = "${secretKey}"
      [inbucket]
      enabled = false`,
    "supabase/migrations/1_tables.sql": `
      create table numbers (title text);
      insert into numbers select '1e131071' from generate_series(1, 20);
      create table texts (id int primary key, text text);
      insert into texts select n, repeat('ä', 50000) from generate_series(1, ${rows}) n;
      create table changes (text text);
      create function change() returns setof changes language sql as $$
        insert into changes values ('of a request that was refused');
        select repeat('x', 10000000) from generate_series(1, 7) $$;`,
  });
  storage = await makeTestStorage();
  const url = "url" in storage.storage ? storage.storage.url : undefined;
  const start = () =>
    portico(
      [
        "start",
        "--port",
        "0",
        "--project",
        folder.path,
        ...(url ? [] : ["--data", `${folder.path}/data`]),
      ],
      url ? { DATABASE_URL: url } : {},
    );
  // The first start creates a database, which is not part of the measured memory.
  const firstServer = start();
  await firstServer.origin;
  firstServer.process.kill("SIGTERM");
  await firstServer.ended;
  server = start();
  origin = await server.origin;
});
afterAll(async () => {
  server.process.kill("SIGKILL");
  await server.ended;
  await storage.drop();
  await folder.remove();
});

/** Use the role without a statement timeout, because these statements are slow on a busy machine. */
const get = (path: string, init: { method?: string; body?: string; headers?: object } = {}) =>
  fetch(`${origin}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: secretKey, ...init.headers },
  });

/** Measures the memory of the process, and returns the peak in megabytes. */
function watchMemory() {
  let peak = 0;
  const sample = async () => {
    const status = await readFile(`/proc/${server.process.pid}/status`, "utf8");
    peak = Math.max(peak, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  };
  const timer = setInterval(() => void sample().catch(() => {}), 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/** Sends a request, and never reads the answer. */
function openUnreadRequest(path: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.pause();
  const headers = [`Host: localhost:${port}`, `apikey: ${secretKey}`].join("\r\n");
  socket.write(`GET /rest/v1/${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  return socket;
}

const numeralsQuery = (columns: number) =>
  `numbers?select=${Array.from({ length: columns }, (_, n) => `${n}:title::numeric`).join(",")}`;

const tooLarge = { code: "PGRST150", message: "The answer is too large" };

test.each([1_600, 230])(
  "an answer of %i long columns is refused, and the next requests are answered",
  async (columns) => {
    const peak = watchMemory();
    const response = await get(numeralsQuery(columns));
    expect([response.status, await response.json()]).toMatchObject([400, tooLarge]);
    expect((await get("texts?select=id&limit=1")).status).toBe(200);
    expect(peak()).toBeLessThan(memoryLimitMegabytes);
  },
  60_000,
);

test("a change whose answer is refused is not kept", async () => {
  const response = await get("rpc/change?select=text", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect([response.status, await response.json()]).toMatchObject([400, tooLarge]);
  expect(await (await get("changes")).json()).toEqual([]);
}, 60_000);

const readStatus = async (path: string) => {
  const response = await get(path);
  const { status, headers } = response;
  return { status, headers, bytes: await response.arrayBuffer() };
};

test("thirty unread answers leave memory for short ones, and for long ones after they are read", async () => {
  const peak = watchMemory();
  const sockets = Array.from({ length: 30 }, () => openUnreadRequest("texts"));
  try {
    const refusal = async () => {
      const longResponse = await get("texts");
      const retryAfter = longResponse.headers.get("retry-after");
      return { status: longResponse.status, retryAfter, answer: await longResponse.json() };
    };
    await expect
      .poll(refusal)
      .toMatchObject({ status: 503, retryAfter: "1", answer: { code: "PGRST050" } });
    const shortRequests = Array.from(
      { length: 20 },
      async () => (await get("texts?limit=1")).status,
    );
    expect(new Set(await Promise.all(shortRequests))).toEqual(new Set([200]));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  await expect.poll(async () => (await get("texts?limit=40")).status).toBe(200);
  // The memory of the last reader may only be freed a moment later.
  let longAnswer = await readStatus("texts");
  while (longAnswer.status === 503) longAnswer = await readStatus("texts");
  const { headers, bytes } = longAnswer;
  expect(bytes.byteLength).toBe(Number(headers.get("content-length")));
  expect(JSON.parse(new TextDecoder().decode(bytes))).toHaveLength(rows);
  expect(peak()).toBeLessThan(memoryLimitMegabytes);
}, 60_000);

test.runIf(process.env["PORTICO_ATTACK"])(
  "a slow reader is cut off when others need the memory",
  async () => {
    const slow = openUnreadRequest("texts");
    const closeEvent = new Promise((resolve) => slow.once("close", resolve));
    // Before this time, a client may read an answer at any pace.
    await sleep(11_000);
    expect((await (await get("texts")).json()) as unknown[]).toHaveLength(rows);
    slow.resume();
    await closeEvent;
  },
  60_000,
);

test("a long answer is compressed as it goes out", async () => {
  // Send a proxy's header, because answers to this machine are not compressed without one.
  const response = await get("texts?limit=40", { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expect(response.headers.get("content-length")).toBeNull();
  expect(await response.json()).toHaveLength(40);
});
