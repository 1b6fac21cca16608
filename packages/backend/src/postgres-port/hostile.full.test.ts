import { once } from "node:events";
import type { Socket } from "node:net";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { frame, int16, int32 } from "../database/sessions/frames.ts";
import { sql } from "../database/sql.ts";
import { openPostgresPort, type PostgresPort } from "./port.ts";

/** The number of programs that `npm run test:nightly` runs. */
const programCount = Number(process.env["PORTICO_HOSTILE_PROGRAMS"] ?? 60);

let database: Database;
let port: PostgresPort;
const losses: Error[] = [];
const errors: unknown[] = [];
beforeAll(async () => {
  database = await openPrepared();
  database.onLoss?.((reason) => losses.push(reason));
  const log = { error: (details: unknown) => errors.push(details), warn: () => {}, info: () => {} };
  port = await openPostgresPort({ database, port: 0, password: "postgres", log, maxIdleMs: 300 });
  await database.script("create table kept (id int primary key, body text)");
  await database.script("insert into kept values (1, 'kept')");
});
afterAll(async () => {
  await port.close();
  await database.close();
});

/** Returns an authenticated connection to write arbitrary bytes to. */
async function connected(): Promise<Socket> {
  const client = new Client({
    host: "127.0.0.1",
    port: port.port,
    user: "postgres",
    password: "postgres",
    database: "postgres",
  });
  client.on("error", () => {});
  await client.connect();
  const { stream } = (client as Client & { connection: { stream: Socket } }).connection;
  stream.removeAllListeners("data");
  stream.on("error", () => {});
  return stream;
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const name = () => pick(["", "a", "b", "x".repeat(80)]);
const randomBytesOf = () =>
  Buffer.from(Array.from({ length: pick([0, 1, 4, 30]) }, () => Math.random() * 256));
const statement = () =>
  pick([
    "select 1",
    "begin",
    "commit",
    "rollback",
    "select * from kept where id = $1",
    "copy kept from stdin",
    "copy kept to stdout",
    "select 1; copy kept from stdin; select 2",
    "savepoint a",
    "declare c cursor for select 1",
    "discard all",
    "deallocate all",
    "set role anon",
    "set search_path to nowhere",
    "set client_encoding to latin1",
    "create temp table kept (id int)",
    "listen x",
    "notify x",
    "select 1/0",
    "nonsense",
    "",
    "reset all",
  ]);

const copying = () =>
  Buffer.concat([
    frame("P", "", "copy kept from stdin", int16(0)),
    frame("B", "", "", int16(0), int16(0), int16(0)),
    frame("E", "", int32(0)),
  ]);

const messages: readonly (() => Buffer)[] = [
  copying,
  () => frame("Q", statement()),
  () => frame("P", name(), statement(), int16(0)),
  () => frame("B", name(), name(), int16(0), int16(0), int16(0)),
  () => frame("D", Buffer.from(pick(["S", "P", "X"])), name()),
  () => frame("E", name(), int32(pick([0, 1]))),
  () => frame("C", Buffer.from(pick(["S", "P"])), name()),
  () => frame("S", Buffer.alloc(0)),
  () => frame("H", Buffer.alloc(0)),
  () => frame("d", Buffer.from(pick(["2\tb\n", "nonsense", "\\.\n"]))),
  () => frame("c", Buffer.alloc(0)),
  () => frame("f", "no"),
  () => frame(pick(["P", "B", "D", "E", "C", "F", "S", "Q"]), randomBytesOf()),
  () => frame("B", name(), name(), int16(-1), int16(9), int16(0)),
];

test(`${programCount} programs that send random bytes harm neither the database nor its data`, {
  timeout: 60_000 + programCount * 1_000,
}, async () => {
  for (let finishedCount = 0; finishedCount < programCount; finishedCount += 6) {
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const socket = await connected();
        const closeEvent = once(socket, "close");
        const randomMessages = Array.from({ length: 25 }, () => pick(messages)());
        // Split the bytes at a random position, as a network does.
        const bytes = Buffer.concat(randomMessages);
        const cut = Math.floor(Math.random() * bytes.length);
        socket.write(bytes.subarray(0, cut));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        if (Math.random() < 0.8) socket.write(bytes.subarray(cut));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
        if (Math.random() < 0.5) socket.destroy();
        else socket.end();
        await closeEvent;
      }),
    );
    const { rows } = await database.query(sql`
      select body, current_user as who, current_setting('search_path') as path,
        current_setting('client_encoding') as encoding from kept where id = 1`);
    expect(rows).toEqual([
      { body: "kept", who: "postgres", path: '"$user", public, extensions', encoding: "UTF8" },
    ]);
  }
  expect(losses).toEqual([]);
  expect(errors).toEqual([]);
});

test("a program that announces a message and does not send it does not delay others", async () => {
  const socket = await connected();
  socket.write(Buffer.concat([Buffer.from("Q"), int32(60_000_000)]));
  const { rows } = await database.query(sql`select 1 as one`);
  expect(rows).toEqual([{ one: 1 }]);
  socket.destroy();
});

test("a COPY without data, and an unread answer, end when others wait", async () => {
  const silentSocket = await connected();
  silentSocket.write(frame("Q", "copy kept from stdin"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await database.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  const deafSocket = await connected();
  deafSocket.pause();
  deafSocket.write(frame("Q", "select repeat('x', 1000) from generate_series(1, 100000)"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await database.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  for (const socket of [silentSocket, deafSocket]) socket.destroy();
});

test.each([
  ["a description", () => frame("D", Buffer.from("S"), "")],
  ["the end of a portal", () => frame("C", Buffer.from("P"), "")],
  ["another statement", () => frame("P", "", "select 1", int16(0))],
  ["another execution", () => frame("E", "", int32(0))],
  ["nothing but its Sync", () => Buffer.alloc(0)],
])("%s in place of a COPY's lines ends only that connection", async (_, message) => {
  const socket = await connected();
  const closeEvent = once(socket, "close");
  socket.write(Buffer.concat([copying(), message(), frame("S", Buffer.alloc(0))]));
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.end();
  await closeEvent;
  expect((await database.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  expect(losses).toEqual([]);
});

test("lines that arrive together with a COPY's Execute are copied", async () => {
  const socket = await connected();
  const noBytes = Buffer.alloc(0);
  socket.write(
    Buffer.concat([
      copying(),
      frame("d", Buffer.from("7\tseven\n")),
      frame("c", noBytes),
      frame("S", noBytes),
    ]),
  );
  await eventually(async () => {
    const { rows } = await database.query(sql`select body from kept where id = 7`);
    expect(rows).toEqual([{ body: "seven" }]);
  });
  socket.destroy();
});

test("a query within a pipeline harms no other program, and ends the transaction", async () => {
  const socket = await connected();
  socket.write(
    Buffer.concat([
      frame("P", "", "insert into kept values (8, 'eight')", int16(0)),
      frame("B", "", "", int16(0), int16(0), int16(0)),
      frame("E", "", int32(0)),
      frame("H", Buffer.alloc(0)),
      frame("Q", "select 1"),
      frame("S", Buffer.alloc(0)),
    ]),
  );
  await eventually(async () => {
    const { rows } = await database.query(sql`select body from kept where id = 8`);
    expect(rows).toEqual([{ body: "eight" }]);
  });
  socket.destroy();
});
