import { execFile, spawnSync } from "node:child_process";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type ClientConfig, Pool } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { needs } from "../../test/needs.ts";
import { openPrepared } from "../database/pglite/new-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { createLog } from "../log/log.ts";
import { openPostgresPort, type PostgresPort } from "./port.ts";

let database: Database;
let port: PostgresPort;
/** A port with a shorter limit for idle transactions than the default. */
let portWithShortLimit: PostgresPort;
beforeAll(async () => {
  database = await openPrepared();
  const options = { database, port: 0, password: "postgres", log: createLog("error") };
  port = await openPostgresPort({ ...options, makeDatabase: openPrepared });
  portWithShortLimit = await openPostgresPort({ ...options, maxIdleMs: 100 });
  await database.script("create table notes (id int generated always as identity, body text)");
});
afterAll(async () => {
  await portWithShortLimit.close();
  await port.close();
  await database.close();
});

const clientConfig = (overrides: ClientConfig = {}): ClientConfig => ({
  host: "localhost",
  port: port.port,
  user: "postgres",
  password: "postgres",
  database: "postgres",
  ...overrides,
});

async function connected(overrides?: ClientConfig): Promise<Client> {
  const client = new Client(clientConfig(overrides));
  client.on("error", () => {});
  await client.connect();
  onTestFinished(async () => {
    await client.end().catch(() => {});
  });
  return client;
}

const queryValue = async (client: Client, statement: string, values: unknown[] = []) => {
  const { rows } = await client.query<Record<string, unknown>>(statement, values);
  return Object.values(rows[0] ?? {})[0];
};

/** Returns the port's response to a client that uses another protocol. */
function answerToOtherProtocol(beginning: string): Promise<string> {
  const socket = connect(port.port, "127.0.0.1");
  socket.end(beginning, "latin1");
  return text(socket);
}

/**
 * Requests the cancellation of a client's statement, and waits until the port has read the request.
 */
function cancel(client: Client): Promise<void> {
  const { processID, secretKey } = client as Client & {
    readonly processID?: number;
    readonly secretKey?: number;
  };
  const request = Buffer.alloc(16);
  for (const [index, field] of [16, 80_877_102, processID ?? 0, secretKey ?? 0].entries()) {
    request.writeInt32BE(field, index * 4);
  }
  const socket = connect(port.port, "127.0.0.1");
  socket.end(request);
  return finished(socket.resume());
}

const bodies = async () => {
  const { rows } = await database.query<{ body: string }>(sql`select body from notes order by id`);
  return rows.map(({ body }) => body);
};

describe("authentication", () => {
  test.each([
    ["with a wrong password", { password: "wrong" }, "28P01"],
    ["as a user that does not exist", { user: "nobody" }, "28P01"],
    ["as a role without LOGIN", { user: "anon" }, "28P01"],
    ["to another database", { database: "other" }, "3D000"],
    ["with a setting that does not exist", { options: "-c nothing=1" }, "42704"],
  ])("a program that %s is refused", async (_, overrides, code) => {
    await expect(new Client(clientConfig(overrides)).connect()).rejects.toMatchObject({ code });
  });

  test("a role with its own password connects with it and acts as that role", async () => {
    await database.script("create role reader login password 'of the reader'");
    await expect(new Client(clientConfig({ user: "reader" })).connect()).rejects.toMatchObject({
      code: "28P01",
    });
    const client = await connected({ user: "reader", password: "of the reader" });
    expect(await queryValue(client, "select current_user")).toBe("reader");
    await expect(client.query("select from notes")).rejects.toMatchObject({ code: "42501" });
    expect(await bodies()).toEqual([]);
  });

  test.each([
    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "\x16\x03\x01\x02\0hello",
    "\0\0\0\x08\0\0",
  ])("a program that speaks another protocol gets no response: %j", async (beginning) => {
    expect(await answerToOtherProtocol(beginning)).toBe("");
  });

  test("programs that never authenticate do not keep others out", async () => {
    const silentSockets = Array.from({ length: 60 }, () => connect(port.port, "127.0.0.1"));
    for (const socket of silentSockets) socket.on("error", () => {});
    onTestFinished(() => {
      for (const socket of silentSockets) socket.destroy();
    });
    await Promise.all(
      silentSockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))),
    );
    expect(await queryValue(await connected(), "select 1")).toBe(1);
  });
});

describe("several programs at once", () => {
  test("transactions of several programs do not mix", async () => {
    const [first, second] = [await connected(), await connected()];
    await first.query("begin");
    await first.query("insert into notes (body) values ('undone')");
    const backendInsert = database.query(sql`insert into notes (body) values ('of the backend')`);
    const programInsert = second.query("insert into notes (body) values ('of the second')");
    await first.query("rollback");
    await Promise.all([backendInsert, programInsert]);
    expect((await bodies()).sort()).toEqual(["of the backend", "of the second"]);
    await database.script("delete from notes");
  });

  test("a pool of ten connections writes everything that it confirms", async () => {
    const pool = new Pool(clientConfig({}) as object);
    onTestFinished(() => pool.end());
    await Promise.all(
      Array.from({ length: 100 }, async (_, count) => {
        const client = await pool.connect();
        await client.query("begin");
        await client.query("insert into notes (body) values ($1)", [`${count}`]);
        await client.query(count % 2 === 0 ? "commit" : "rollback");
        client.release();
      }),
    );
    expect(await bodies()).toHaveLength(50);
    await database.script("delete from notes");
  });

  test("each connection has its own settings, role and search path, and the backend has none of them", async () => {
    const [first, second] = [await connected({ application_name: "first" }), await connected()];
    await first.query("set search_path to auth; set timezone to 'Asia/Tokyo'; set role anon");
    await first.query("select set_config('my.own', 'of the first', false)");
    await second.query("set statement_timeout to 12345");
    for (let round = 0; round < 2; round++) {
      expect(
        await queryValue(
          first,
          "select concat_ws('|', current_user, current_setting('search_path'), current_setting('timezone'), current_setting('my.own'), current_setting('application_name'))",
        ),
      ).toBe("anon|auth|Asia/Tokyo|of the first|first");
      expect(
        await queryValue(
          second,
          "select concat_ws('|', current_user, current_setting('statement_timeout'), current_setting('timezone'), nullif(current_setting('my.own', true), ''))",
        ),
      ).toBe("postgres|12345ms|UTC");
      const { rows } = await database.query(sql`
        select current_user as who, current_setting('statement_timeout') as timeout,
          current_setting('search_path') as path`);
      expect(rows).toEqual([
        { who: "postgres", timeout: "0", path: '"$user", public, extensions' },
      ]);
    }
  });

  test("each connection has its own temporary tables, which end with it", async () => {
    const [first, second] = [await connected(), await connected()];
    for (const [index, client] of [first, second].entries()) {
      await client.query("create temporary table notes (id int primary key, body text)");
      await client.query("insert into notes values (1, $1)", [`temporary ${index}`]);
    }
    await database.query(sql`insert into notes (body) values ('kept')`);
    expect(await bodies()).toEqual(["kept"]);
    expect(await queryValue(first, "select body from notes")).toBe("temporary 0");
    expect(await queryValue(second, "select body from notes")).toBe("temporary 1");
    await first.end();
    expect(await queryValue(second, "select body from notes")).toBe("temporary 1");
    await second.end();
    const countRows = async () =>
      (await database.query(sql`select relname from pg_class where relpersistence = 't'`)).rows;
    await expect.poll(countRows).toEqual([]);
    await database.script("delete from notes");
  });

  test("each connection has its own prepared statements, and DISCARD ALL of one leaves the others", async () => {
    const [first, second] = [await connected(), await connected()];
    const prepared = (client: Client, statement: string) =>
      client.query({ name: "same", text: statement, rowMode: "array" }).then(({ rows }) => rows);
    for (let round = 0; round < 3; round++) {
      expect(await prepared(first, "select 'of the first'")).toEqual([["of the first"]]);
      expect(await prepared(second, "select 'of the second'")).toEqual([["of the second"]]);
      await database.query(sql`select ${round}::int`);
      if (round === 1) await (await connected()).query("discard all");
    }
  });

  test("each connection receives the channels that it listens on, and the backend still receives its own", async () => {
    const [first, second] = [await connected(), await connected()];
    const notifications: string[] = [];
    for (const [name, client] of Object.entries({ first, second })) {
      client.on("notification", ({ channel, payload }) =>
        notifications.push(`${name} ${channel} ${payload}`),
      );
    }
    const stop = await database.listen("bell", (payload) =>
      notifications.push(`backend ${payload}`),
    );
    onTestFinished(stop);
    await first.query('listen bell; listen "Other"');
    await second.query("listen bell");
    await second.query("unlisten *");
    await second.query("select pg_notify('bell', '1')");
    await first.query("select pg_notify('Other', '2')");
    await database.query(sql`select pg_notify('bell', '3')`);
    await expect
      .poll(() => notifications.toSorted())
      .toEqual(["backend 1", "backend 3", "first Other 2", "first bell 1", "first bell 3"]);
  });
});

/** Runs psql asynchronously, because the server is in this process. */
function psql(url: string, input: string): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile("psql", ["-XAt", url], (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

const hasPsql = spawnSync("psql", ["--version"]).status === 0;

test(
  "psql copies rows in and out, lists tables, and goes on after an error",
  needs("psql", hasPsql),
  async () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => `${id}\trow ${id}\n`).join("");
    const input = [
      "create table copied (id int, body text);",
      `copy copied from stdin;\n${rows}\\.`,
      "copy copied from stdin;\nnonsense\n\\.",
      "begin; copy copied from stdin;\n1\tundone\n\\.\nrollback;",
      "\\d copied",
      "copy (select * from copied where id = 19999) to stdout;",
      "select count(*), sum(length(body)) from copied; drop table copied;",
    ].join("\n");
    const url = `postgresql://postgres:postgres@127.0.0.1:${port.port}/postgres`;
    const { stdout, stderr } = await psql(url, input);
    expect(stderr).toMatch(/^ERROR: {2}invalid input syntax for type integer: "nonsense"/);
    expect(stdout).toContain("body|text|||");
    expect(stdout).toContain("19999\trow 19999\n");
    expect(stdout).toContain("20000|168890");
  },
);

test("a program can create and drop another database", async () => {
  const client = await connected();
  for (const name of ["shadow", '"Another one"']) await client.query(`create database ${name}`);
  await expect(client.query("create database shadow")).rejects.toMatchObject({ code: "42P04" });
  const shadowClient = await connected({ database: "shadow" });
  await shadowClient.query("create table only_there (id uuid references auth.users)");
  expect(await queryValue(shadowClient, "select to_regclass('notes')")).toBeNull();
  expect(await queryValue(client, "select to_regclass('only_there')")).toBeNull();
  await shadowClient.end();
  await client.query({ text: "drop database shadow with (force)", values: [] });
  await client.query('drop database if exists "Another one"');
  await expect(client.query("drop database shadow")).rejects.toMatchObject({ code: "3D000" });
  await expect(new Client(clientConfig({ database: "shadow" })).connect()).rejects.toMatchObject({
    code: "3D000",
  });
});

describe("programs with errors", () => {
  test("an idle transaction is rolled back when others wait", async () => {
    const idle = await connected({ port: portWithShortLimit.port });
    const connectionError = new Promise<Error>((resolve) => idle.once("error", resolve));
    await idle.query("begin; insert into notes (body) values ('never')");
    const { rows } = await database.query(sql`select count(*)::int as all from notes`);
    expect(rows).toEqual([{ all: 0 }]);
    expect(await connectionError).toMatchObject({ code: "25P03" });
  });

  test.each(["idle_in_transaction_session_timeout", "transaction_timeout"])(
    "a program's %s does not end PostgreSQL itself",
    async (setting) => {
      const [first, second] = [await connected(), await connected()];
      await first.query(`set ${setting} = 20; begin; set local ${setting} = 20; select 1`);
      await sleep(100);
      expect(await queryValue(first, "select 1")).toBe(1);
      await first.query("commit");
      await sleep(100);
      expect(await queryValue(second, "select 1")).toBe(1);
    },
  );

  test("an idle transaction continues while no other program waits", async () => {
    const idle = await connected({ port: portWithShortLimit.port });
    await idle.query("begin");
    await sleep(300);
    expect(await queryValue(idle, "select 1")).toBe(1);
    await idle.query("commit");
  });

  test("a statement is cancelled on request, and its connection continues", async () => {
    const client = await connected();
    let connectionError: unknown;
    client.query("select pg_sleep(60)").catch((error: unknown) => {
      connectionError = error;
    });
    // Repeat the request, because a cancel request before the statement has no effect.
    await eventually(async () => {
      await cancel(client);
      expect(connectionError).toMatchObject({ code: "57014" });
    });
    expect(await queryValue(client, "select 1")).toBe(1);
  });

  test("a statement ends when its program disconnects", async () => {
    const client = await connected();
    client.query("select pg_sleep(60)").catch(() => {});
    // After this answer, the port has read what arrived earlier.
    await answerToOtherProtocol("GET / HTTP/1.1\r\n\r\n");
    (
      client as Client & { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
    await database.query(sql`select 1`);
  });

  test("a statement ends after its own statement_timeout with that error", async () => {
    const client = await connected({ statement_timeout: 200 });
    await expect(client.query("select pg_sleep(60)")).rejects.toMatchObject({
      code: "57014",
      message: "canceling statement due to statement timeout",
    });
  });

  test("a program that disconnects within a transaction leaves nothing behind", async () => {
    const client = await connected();
    await client.query("begin; insert into notes (body) values ('never')");
    (
      client as Client & { connection: { stream: { destroy(): void } } }
    ).connection.stream.destroy();
    expect(await bodies()).toEqual([]);
  });
});
