import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { DatabaseError, DatabaseUnavailable } from "./errors.ts";
import type { Database } from "./port.ts";
import { identifier, join, type Sql, sql, trusted } from "./sql.ts";
import { prepareDatabase } from "./system.ts";

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe("a statement", () => {
  test("a statement sends values separately from its text and escapes names", () => {
    const filter = sql`${identifier("a")} = ${"x' or true"}`;
    const statement = sql`select * from ${identifier("public", 'od"d')} where ${join([filter, sql`b = ${2}`], " and ")}`;
    expect(statement.text).toBe('select * from "public"."od""d" where "a" = $1 and b = $2');
    expect(statement.values).toEqual(["x' or true", 2]);
  });

  test("a statement returns values as JavaScript's types", async () => {
    const { rows } = await database.query(sql`select
      true as yes, 7::int as small, 9007199254740993::bigint as large, 1.50::numeric as exact,
      '{"a":[1]}'::jsonb as document, '2026-01-02T03:04:05.678Z'::timestamptz as moment,
      array['a,b', 'c"d', null]::text[] as list, '\\x00ff'::bytea as bytes, null::text as nothing,
      array[1,2]::int[] as numbers, '2026-01-02'::date as day`);
    expect(rows).toEqual([
      {
        yes: true,
        small: 7,
        large: "9007199254740993",
        exact: "1.50",
        document: { a: [1] },
        moment: new Date("2026-01-02T03:04:05.678Z"),
        list: ["a,b", 'c"d', null],
        bytes: new Uint8Array([0, 255]),
        nothing: null,
        numbers: "{1,2}",
        day: "2026-01-02",
      },
    ]);
  });

  test("a statement accepts parameters of every type", async () => {
    const moment = new Date("2026-01-02T03:04:05.678Z");
    const { rows } = await database.query(sql`select
      ${true}::boolean as yes, ${7}::int as small, ${moment}::timestamptz as moment,
      ${{ a: [1] }}::jsonb as document, ${["a,b", 'c"d\\', null]}::text[] as list,
      ${new Uint8Array([0, 255])}::bytea as bytes, ${null}::text as nothing,
      ${"lone \ud800"}::text as text`);
    expect(rows[0]).toEqual({
      yes: true,
      small: 7,
      moment,
      document: { a: [1] },
      list: ["a,b", 'c"d\\', null],
      bytes: new Uint8Array([0, 255]),
      nothing: null,
      text: "lone \ufffd",
    });
  });

  test("a statement is refused with PostgreSQL's own code, and the next one runs", async () => {
    const refusal = database.query(sql`select 1 / 0`);
    await expect(refusal).rejects.toBeInstanceOf(DatabaseError);
    await expect(refusal).rejects.toMatchObject({ code: "22012", message: "division by zero" });
    await expect(database.query(sql`select ${"a\0b"}::text`)).rejects.toMatchObject({
      code: "22021",
    });
    expect((await database.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
});

describe("a transaction", () => {
  test("a transaction is rolled back when its callback throws", async () => {
    await database.query(sql`create table kept (id int primary key)`);
    const work = database.transaction(async (connection) => {
      await connection.query(sql`insert into kept values (1)`);
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect((await database.query(sql`select * from kept`)).rows).toEqual([]);
  });

  test("a transaction is not reported as committed when a statement failed and the callback caught the error", async () => {
    const work = database.transaction(async (connection) => {
      await connection.query(sql`insert into kept values (3)`);
      await connection.query(sql`select 1 / 0`).catch(() => {});
    });
    await expect(work).rejects.toMatchObject({ code: "25P02" });
    expect((await database.query(sql`select * from kept`)).rows).toEqual([]);
  });

  test("a transaction with `isDryRun` returns its results and keeps nothing", async () => {
    const modes = { isDryRun: true };
    const insert = sql`insert into kept values (4) returning id`;
    const insertResult = await database.transaction(
      (connection) => connection.query(insert),
      modes,
    );
    expect(insertResult.rows).toEqual([{ id: 4 }]);
    const [result] = await database.batch<[unknown]>([insert], modes);
    expect(result.rows).toEqual([{ id: 4 }]);
    await expect(database.batch([insert, insert], modes)).rejects.toMatchObject({ code: "23505" });
    expect((await database.query(sql`select * from kept`)).rows).toEqual([]);
  });

  test("a transaction that runs functions of the project leaves the session as it was", async () => {
    const state = sql`select current_user::text as role, session_user::text as owner,
      current_setting('search_path') as path, now()::text ~ '^\\d+-' as is_iso, coalesce(current_setting('app.tenant', true), '') as tenant`;
    const changes = [
      sql`select set_config('app.tenant', 'secret', false), set_config('search_path', 'nowhere', false),
        set_config('DateStyle', 'German', false)`,
      sql`set role pg_monitor`,
    ];
    const stateBefore = await database.query(state);
    const modes = { runsProjectCode: true };
    const changedState = { role: "pg_monitor", path: "nowhere", is_iso: false, tenant: "secret" };
    const stateDuring = (await database.batch<unknown[]>([...changes, state], modes)).at(-1);
    expect(stateDuring?.rows).toEqual([expect.objectContaining(changedState)]);
    expect(await database.query(state)).toEqual(stateBefore);
    const statesDuringAndAfter = await database.transaction(async (connection) => {
      await connection.batch(changes);
      return connection.query(state);
    }, modes);
    expect(statesDuringAndAfter.rows).toEqual([expect.objectContaining(changedState)]);
    expect(await database.query(state)).toEqual(stateBefore);
    await database.transaction(({ commitWith }) => commitWith(changes), modes);
    expect(await database.query(state)).toEqual(stateBefore);
  });

  test("a transaction refuses to write when it is read-only", async () => {
    const work = database.transaction(
      (connection) => connection.query(sql`insert into kept values (2)`),
      { readOnly: true },
    );
    await expect(work).rejects.toMatchObject({ code: "25006" });
  });

  test("a transaction keeps its caller's async context, however many wait for their turn", async () => {
    const callers = new AsyncLocalStorage<number>();
    const concurrentBatches = Array.from({ length: 30 }, (_, index) =>
      callers.run(index, () =>
        database.transaction(async (connection) => {
          const contextBefore = callers.getStore();
          await connection.query(sql`select 1`);
          return [contextBefore, callers.getStore()];
        }),
      ),
    );
    expect(await Promise.all(concurrentBatches)).toEqual(
      concurrentBatches.map((_, index) => [index, index]),
    );
  });

  test("a transaction with a broken connection fails alone: the process and the next transaction go on", async (context) => {
    if (database.engine !== "postgres") return context.skip();
    const work = database.transaction(async (connection) => {
      const { rows } = await connection.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await database.query(sql`select pg_terminate_backend(${rows[0]?.pid}::int)`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await connection.query(sql`select 1`);
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect((await database.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });
});

describe("a batch", () => {
  test("a batch returns each statement's rows and commits all of them", async () => {
    await database.script("create table batched (id int primary key)");
    const [emptyRows, userRows, countRows] = await database.batch<
      [unknown, { id: number }, { count: number }]
    >([
      sql`select set_config('portico.test', 'here', true)`,
      sql`insert into batched select n from generate_series(1, ${2}::int) n returning id`,
      sql`select count(*) from batched where current_setting('portico.test') = 'here'`,
    ]);
    expect(emptyRows.affected).toBe(1);
    expect(userRows).toMatchObject({ rows: [{ id: 1 }, { id: 2 }], affected: 2 });
    expect(countRows.rows).toEqual([{ count: 2 }]);
    const setting = await database.query(
      sql`select current_setting('portico.test', true) as value`,
    );
    expect(setting.rows).toEqual([{ value: "" }]);
  });

  test("a batch keeps nothing when one statement is refused, and the next batch runs", async () => {
    const refused = database.batch([
      sql`insert into batched values (3)`,
      sql`insert into batched values (1)`,
      sql`insert into batched values (4)`,
    ]);
    await expect(refused).rejects.toMatchObject({ code: "23505" });
    const [left] = await database.batch([sql`select id from batched order by id`]);
    expect(left.rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("a batch keeps nothing when the commit is refused", async () => {
    await database.script(`
      alter table batched add parent int references batched deferrable initially deferred`);
    const refused = database.batch([sql`insert into batched (id, parent) values (5, 99)`]);
    await expect(refused).rejects.toMatchObject({ code: "23503" });
  });

  test("a batch with `isDryRun` returns its results and keeps nothing", async () => {
    const modes = { isDryRun: true };
    const insert = sql`insert into kept values (4) returning id`;
    const insertResult = await database.transaction(
      (connection) => connection.query(insert),
      modes,
    );
    expect(insertResult.rows).toEqual([{ id: 4 }]);
    const [result] = await database.batch<[unknown]>([insert], modes);
    expect(result.rows).toEqual([{ id: 4 }]);
    await expect(database.batch([insert, insert], modes)).rejects.toMatchObject({ code: "23505" });
    expect((await database.query(sql`select * from kept`)).rows).toEqual([]);
  });

  test("a batch refuses to write when it is read-only", async () => {
    const refused = database.batch([sql`insert into batched values (6)`], { readOnly: true });
    await expect(refused).rejects.toMatchObject({ code: "25006" });
  });

  test("a batch is part of an open transaction", async () => {
    const work = database.transaction(async (connection) => {
      await connection.batch([sql`insert into batched values (7)`, sql`select 1`]);
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect((await database.query(sql`select from batched where id = 7`)).affected).toBe(0);
  });

  test("a batch that ends a transaction commits it, and nothing can follow", async () => {
    const work = database.transaction(async (connection) => {
      await connection.query(sql`insert into batched values (8)`);
      const [result] = await connection.commitWith<[{ id: number }]>([
        sql`insert into batched values (9) returning id`,
      ]);
      expect(result.rows).toEqual([{ id: 9 }]);
      await connection.query(sql`insert into batched values (10)`);
    });
    await expect(work).rejects.toThrow("The transaction has ended.");
    const [left] = await database.batch([sql`select id from batched where id >= 8 order by id`]);
    expect(left.rows).toEqual([{ id: 8 }, { id: 9 }]);
  });

  test("a batch that ends a transaction keeps nothing of it when one statement or the commit is refused", async () => {
    const statements = [
      { last: sql`insert into batched values (1)`, code: "23505" },
      { last: sql`insert into batched (id, parent) values (12, 99)`, code: "23503" },
    ];
    for (const { last, code } of statements) {
      const work = database.transaction(async (connection) => {
        await connection.query(sql`insert into batched values (11)`);
        await connection.commitWith([last]);
      });
      await expect(work).rejects.toMatchObject({ code });
      expect((await database.query(sql`select from batched where id > 10`)).affected).toBe(0);
    }
  });

  test("a batch that ends a transaction with `isDryRun` returns its results", async () => {
    const insert = sql`insert into batched values (13) returning id`;
    const [result] = await database.transaction((connection) => connection.commitWith([insert]), {
      isDryRun: true,
    });
    expect(result?.rows).toEqual([{ id: 13 }]);
    expect((await database.query(sql`select from batched where id = 13`)).affected).toBe(0);
  });

  test("many simultaneous batches neither interrupt a transaction nor see its uncommitted rows", async () => {
    const counts = Array.from({ length: 20 }, () =>
      database.batch<[{ count: number }]>([sql`select count(*) from batched where id > 100`]),
    );
    const work = database.transaction(async (connection) => {
      await connection.query(sql`insert into batched values (101)`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await connection.query(sql`insert into batched values (102)`);
    });
    const concurrentReads = Array.from({ length: 20 }, () =>
      database.batch<[{ count: number }]>([sql`select count(*) from batched where id > 100`]),
    );
    await work;
    const observed = (await Promise.all([...counts, ...concurrentReads])).map(
      ([{ rows }]) => rows[0]?.count,
    );
    expect(observed.filter((count) => count !== 0 && count !== 2)).toEqual([]);
  });
});

describe("a repeated statement", () => {
  test("a repeated statement returns a new column after its table was altered", async () => {
    await database.script("create table growing (id int); insert into growing values (1)");
    const selectAll = () => database.query(sql`select * from growing`);
    for (let round = 0; round < 8; round++) expect((await selectAll()).rows).toEqual([{ id: 1 }]);
    await database.script("alter table growing add name text default 'x'");
    for (let round = 0; round < 8; round++) {
      const results = await Promise.all(Array.from({ length: 8 }, selectAll));
      for (const { rows } of results) expect(rows).toEqual([{ id: 1, name: "x" }]);
    }
  });

  test("a repeated statement returns renamed and retyped columns after its table was altered", async () => {
    await database.script("create table turning (id int); insert into turning values (1)");
    const selectAll = () => database.query(sql`select * from turning`);
    for (let round = 0; round < 3; round++) expect((await selectAll()).rows).toEqual([{ id: 1 }]);
    await database.script("alter table turning rename id to number");
    for (let round = 0; round < 3; round++)
      expect((await selectAll()).rows).toEqual([{ number: 1 }]);
    await database.script("alter table turning alter number type text");
    for (let round = 0; round < 3; round++)
      expect((await selectAll()).rows).toEqual([{ number: "1" }]);
  });

  test("a repeated statement returns its own rows beside other statements, and twice in one batch", async () => {
    const batch = () =>
      database.batch([
        sql`select 1 as one`,
        sql`set local work_mem to '8MB'`,
        sql`select 2 as two, 'b' as b`,
        sql`select 1 as one`,
      ]);
    for (let round = 0; round < 4; round++) {
      const rows = (await batch()).map((result) => result.rows);
      expect(rows).toEqual([[{ one: 1 }], [], [{ two: 2, b: "b" }], [{ one: 1 }]]);
    }
  });

  test("a repeated statement is prepared again when the session has dropped its prepared statements", async () => {
    const run = () => database.batch([sql`select 1 as one`, sql`select 2 as two`]);
    for (let round = 0; round < 3; round++) await run();
    await database.script("deallocate all");
    const [first, two] = await run();
    expect([first.rows, two.rows]).toEqual([[{ one: 1 }], [{ two: 2 }]]);
  });

  test("a wrong repeated statement is refused each time", async () => {
    for (let round = 0; round < 4; round++) {
      const refused = database.batch([sql`select 1`, sql`select * from nowhere`]);
      await expect(refused).rejects.toMatchObject({ code: "42P01" });
    }
    await database.script("create table nowhere (id int)");
    const [, insertResult] = await database.batch([sql`select 1`, sql`select * from nowhere`]);
    expect(insertResult.rows).toEqual([]);
  });

  test("a repeated statement obeys the policies of each role, whichever role sent it before", async () => {
    await database.script(`
      create table secrets (owner text);
      alter table secrets enable row level security;
      insert into secrets values ('anon'), ('authenticated'), ('nobody');
      grant select on secrets to anon, authenticated, service_role;
      create policy own on secrets to anon, authenticated
        using (owner = current_setting('role') and owner = current_setting('portico.caller'))`);
    const run = async (role: string) => {
      const [, { rows }] = await database.batch<[unknown, { owner: string }]>([
        sql`select set_config('role', ${role}, true), set_config('portico.caller', ${role}, true)`,
        sql`select owner from secrets order by owner`,
      ]);
      return rows.map(({ owner }) => owner);
    };
    for (let round = 0; round < 8; round++) {
      const observed = await Promise.all(["anon", "authenticated", "service_role"].map(run));
      expect(observed).toEqual([["anon"], ["authenticated"], ["anon", "authenticated", "nobody"]]);
    }
  });
});

describe("endless recursion", () => {
  beforeAll(() =>
    database.script(`
      create table snake (id int);
      create function bite() returns trigger language plpgsql as $$
        begin insert into snake values (1); return new; end $$;
      create trigger tail before insert on snake for each row execute function bite();
      create function down(n int) returns int language plpgsql as $$
        begin return down(n + 1); end $$;
      create function deeper(n int) returns int language sql as 'select deeper(n + 1)';
      create extension if not exists ltree`),
  );

  test.each([
    ["of a trigger that inserts into its own table", "insert into snake values (1)"],
    ["of a function", "select down(1)"],
    ["of a function that is a query", "select deeper(1)"],
  ])("endless recursion is an error and the database stays usable: %s", async (_, statement) => {
    await expect(database.query(sql`${trusted(statement)}`)).rejects.toMatchObject({
      code: "54001",
    });
    expect((await database.query(sql`select count(*) from snake`)).rows).toEqual([{ count: 0 }]);
  });

  test("endless recursion of parentheses is an error and the database stays usable", async () => {
    const parentheses = `select ${"(".repeat(20_000)}1${")".repeat(20_000)}`;
    await expect(database.script(parentheses)).rejects.toBeInstanceOf(DatabaseError);
    expect((await database.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  });

  const brackets = "[".repeat(300_000);
  const objects = '{"a":'.repeat(300_000);
  test.each([
    ["an array as json", sql`select ${brackets}::json`],
    ["an array as jsonb", sql`select ${brackets}::jsonb`],
    ["an object as jsonb", sql`select ${objects}::jsonb`],
    ["a search", sql`select ${"(".repeat(300_000)}::tsquery`],
    ["a label's search", sql`select ${"(".repeat(300_000)}::ltxtquery`],
  ])(
    "endless recursion of a document (%s) is an error and the database stays usable",
    async (_, statement) => {
      await expect(database.query(statement)).rejects.toMatchObject({ code: "54001" });
      expect((await database.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    },
  );
});

test("a repeated FETCH has the columns of its own cursor", async () => {
  const fetchFrom = (query: Sql) =>
    database.transaction(async (connection) => {
      await connection.query(sql`declare reader cursor for ${query}`);
      return (await connection.query(sql`fetch all from reader`)).rows;
    });
  for (const text of ["one", "two", "three"]) {
    expect(await fetchFrom(sql`select ${trusted(`'${text}' as ${text}, 1 as number`)}`)).toEqual([
      { [text]: text, number: 1 },
    ]);
  }
  expect(await fetchFrom(sql`select 5 as five`)).toEqual([{ five: 5 }]);
});

test("a document of 4,000 levels is read", async () => {
  const deepDocument = "[".repeat(4_000) + "]".repeat(4_000);
  const { rows } = await database.query(sql`select length(${deepDocument}::jsonb::text) as length`);
  expect(rows).toEqual([{ length: 8_000 }]);
});

test("a result nested too deep for the calling thread is an error, and the next is delivered", async () => {
  const deepDocument = "[".repeat(5_000) + "]".repeat(5_000);
  const failedQuery = database.query(sql`select ${deepDocument}::jsonb as document`);
  if (database.engine === "pglite") await expect(failedQuery).rejects.toThrow();
  else await failedQuery;
  expect((await database.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("each of two listeners on a channel receives a notification once", async () => {
  const createListener = async () => {
    const payloads: (string | undefined)[] = [];
    const lastPayload = Promise.withResolvers<void>();
    const stop = await database.listen("bells", (payload) => {
      payloads.push(payload);
      if (payload === "last") lastPayload.resolve();
    });
    return { received: payloads, last: lastPayload.promise, stop };
  };
  const listeners = [await createListener(), await createListener()];
  await database.query(sql`select pg_notify('bells', 'ding')`);
  await database.query(sql`select pg_notify('bells', 'last')`);
  for (const { received, last, stop } of listeners) {
    await last;
    expect(received).toEqual(["ding", "last"]);
    await stop();
  }
});

test("listeners on a channel share a connection, and one continues when another stops", async () => {
  const notification = Promise.withResolvers<string | undefined>();
  const stopFirst = await database.listen("chimes", () => {});
  const stop = await database.listen("chimes", notification.resolve);
  const { rows } = await database.query(sql`
    select from pg_stat_activity where datname = current_database() and query = 'listen "chimes"'`);
  if (database.engine === "postgres") expect(rows).toHaveLength(1);
  await stopFirst();
  await database.query(sql`select pg_notify('chimes', 'ding')`);
  expect(await notification.promise).toBe("ding");
  await stop();
});

test("a notification reaches its listener", async () => {
  const notification = Promise.withResolvers<string | undefined>();
  const stop = await database.listen("bell", notification.resolve);
  await database.query(sql`select pg_notify('bell', 'ding')`);
  expect(await notification.promise).toBe("ding");
  await stop();
});

test("preparing twice changes nothing", async () => {
  const applied = () => database.query(sql`select * from portico.system_migrations order by name`);
  const namesBefore = await applied();
  await prepareDatabase(database);
  expect(await applied()).toEqual(namesBefore);
});

test("a database in which all merged migrations are recorded is prepared", async () => {
  await database.query(sql`
    insert into portico.system_migrations (name) values ('0004_inbox.sql'), ('0024_row_filters.sql')`);
  await database.query(
    sql`delete from portico.system_migrations where name = '0026_publishable_requests.sql'`,
  );
  await prepareDatabase(database);
  const { rows } = await database.query(
    sql`select from portico.system_migrations where name = '0026_publishable_requests.sql'`,
  );
  expect(rows).toHaveLength(1);
});

test("a database in which only some of the merged migrations are recorded is refused", async () => {
  await database.query(sql`
    delete from portico.system_migrations where name in ('0024_row_filters.sql', '0026_publishable_requests.sql')`);
  await expect(prepareDatabase(database)).rejects.toThrow("before 0.1.0");
  await database.query(sql`delete from portico.system_migrations where name = '0004_inbox.sql'`);
  await prepareDatabase(database);
});

test("policies read the caller from the claims of the transaction", async () => {
  const id = "6f1f7c8e-0000-4000-8000-000000000001";
  const { rows } = await database.transaction(async (connection) => {
    await connection.query(
      sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: "authenticated", email: "a@b.co" })}, true)`,
    );
    return connection.query(sql`select auth.uid(), auth.role(), auth.email()`);
  });
  expect(rows).toEqual([{ uid: id, role: "authenticated", email: "a@b.co" }]);
});

test("a claim in its own setting wins over the claims object", async () => {
  const id = "6f1f7c8e-0000-4000-8000-000000000002";
  const { rows } = await database.transaction(async (connection) => {
    await connection.query(sql`
      select set_config('request.jwt.claims', '{"sub":"nobody","role":"anon"}', true),
        set_config('request.jwt.claim.sub', ${id}, true)`);
    return connection.query(sql`select auth.uid(), auth.role(), auth.jwt() ->> 'role' as claimed`);
  });
  expect(rows).toEqual([{ uid: id, role: "anon", claimed: "anon" }]);
  const { rows: afterwards } = await database.query(sql`select auth.uid(), auth.role()`);
  expect(afterwards).toEqual([{ uid: null, role: null }]);
});
