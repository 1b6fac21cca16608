import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeSources, changesBy } from "../../../test/databases/change-sources.ts";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { TableChanges, TokenClaims } from "./port.ts";

let database: Database;
let changes: TableChanges;

beforeAll(async () => {
  database = await openTestDatabase({ bypassesPooler: true });
  await database.script(`
    create table notes (id bigint primary key, text text, owner uuid, secret text, tags text[], data jsonb);
    alter table notes enable row level security;
    create policy own on notes to authenticated using (owner = auth.uid());
    revoke all on notes from anon, authenticated;
    grant select (id, text, owner, tags, data) on notes to authenticated;
    create table open (id int primary key, at timestamptz, amount numeric, body text, done boolean default false);
    alter table open replica identity full;
    grant select on open to anon;
    create table hidden (id int primary key);
    create table keyless (text text);
    create table odd (id int primary key, data json);
    create schema apart;
    create table apart.secrets (id int primary key);
    grant select on apart.secrets to anon;
    create table named (r int primary key, fields text, index bytea, g text);
    grant select on named to anon;
    alter publication supabase_realtime
      add table notes, open, keyless, odd, named, apart.secrets;
    grant select on keyless to anon;`);
});
afterAll(() => database.close());
const closeFunctions: (() => void)[] = [];
const ada = randomUUID();
const bob = randomUUID();
const user = (sub: string) => ({ role: "authenticated", sub });

/** Subscribes and collects what is delivered. */
async function subscribe(claims: TokenClaims, ...entries: readonly unknown[]) {
  const received: { ids: readonly number[]; data: Record<string, unknown> & { text: string } }[] =
    [];
  let gapCount = 0;
  let endCount = 0;
  const subscription = await changes.subscribe({
    entries: new Map(entries.map((entry, index) => [index + 1, entry])),
    claims,
    client: {},
    onChange: (ids, text) => received.push({ ids, data: { ...JSON.parse(text), text } }),
    onGap: () => gapCount++,
    onEnd: () => endCount++,
  });
  closeFunctions.push(subscription.close);
  return {
    ...subscription,
    received,
    gapCount: () => gapCount,
    endCount: () => endCount,
    /** Waits for one more change and returns everything that was received before it. */
    collect: async () => {
      await waitForLastChange(entries);
      return received;
    },
  };
}

/**
 * Waits for one more change. It arrives last, because its filters put it into the same queue as the changes of the
 * entries.
 */
async function waitForLastChange(entries: readonly unknown[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const id = 1_000_000 + Math.floor(Math.random() * 1e9);
  const pattern = /i?(?:like|match)\.|at=/.test(JSON.stringify(entries)) ? ",body=like.%" : "";
  const subscription = await changes.subscribe({
    entries: new Map([[1, openTableEntry({ filter: `id=eq.${id}${pattern}` })]]),
    claims: { role: "anon" },
    client: {},
    onChange: () => resolve(),
    onGap: () => {},
    onEnd: () => {},
  });
  await database.query(sql`insert into open (id, body) values (${id}, '')`);
  await promise;
  subscription.close();
}

const openTableEntry = (overrides: object = {}) => ({
  event: "*",
  schema: "public",
  table: "open",
  ...overrides,
});
const types = (received: readonly { data: Record<string, unknown> }[]) =>
  received.map(({ data }) => data["type"]);

describe.each(changeSources)("table changes by %s", (source) => {
  beforeAll(() => {
    changes = changesBy(source, database);
  });
  afterAll(() => changes.close());
  afterEach(async () => {
    for (const close of closeFunctions.splice(0)) close();
    await database.script("delete from notes; delete from open; truncate keyless;");
    // Otherwise the next test would receive changes that are still in transit.
    await waitForLastChange([]);
  });

  test("an insertion, an update and a deletion are delivered with their rows", async () => {
    const subscriber = await subscribe(
      { role: "anon" },
      openTableEntry({ filter: "id=lt.1000000" }),
    );
    await database.query(sql`
    insert into open values (7, '2026-11-23 12:00+02', 12345678901234567890.10, 'a', false)`);
    await database.query(sql`update open set body = 'b' where id = 7`);
    await database.query(sql`delete from open where id = 7`);
    const received = await subscriber.collect();
    expect(types(received)).toEqual(["INSERT", "UPDATE", "DELETE"]);
    expect(received[0]).toMatchObject({
      ids: [1],
      data: {
        schema: "public",
        table: "open",
        errors: null,
        columns: [
          { name: "id", type: "int4" },
          { name: "at", type: "timestamptz" },
          { name: "amount", type: "numeric" },
          { name: "body", type: "text" },
          { name: "done", type: "bool" },
        ],
        record: { id: 7, at: "2026-11-23T10:00:00+00:00", body: "a", done: false },
        commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    expect(received[0]?.data).not.toHaveProperty("old_record");
    expect(received[0]?.data.text).toContain('"amount":12345678901234567890.10');
    expect(received[1]?.data).toMatchObject({
      record: { body: "b" },
      old_record: { id: 7, body: "a" },
    });
    expect(received[2]?.data).toMatchObject({ old_record: { id: 7, body: "b" } });
    expect(received[2]?.data).not.toHaveProperty("record");
  });

  test("columns may have any name, and bytea values are delivered in hexadecimal", async () => {
    const subscriber = await subscribe(
      { role: "anon" },
      openTableEntry({ table: "named" }),
      openTableEntry({ table: "open" }),
    );
    await database.query(sql`insert into named values (1, 'a', '\\x0102', 'b')`);
    await database.query(sql`delete from named`);
    const [inserted] = await subscriber.collect();
    expect(inserted).toMatchObject({
      data: { table: "named", record: { r: 1, fields: "a", index: "0102", g: "b" } },
    });
  });

  test("each subscriber receives the rows that its policies allow, with the columns that its role may read", async () => {
    const [adaSubscriber, bobSubscriber] = [
      await subscribe(user(ada), { event: "*", schema: "public", table: "notes" }),
      await subscribe(user(bob), { event: "*", schema: "public", table: "notes" }),
    ];
    await database.query(sql`
    insert into notes values (1, 'ada''s', ${ada}, 'hush', '{a,b}', '{"n": 1.50}'), (2, 'bob''s', ${bob}, 'hush', null, null)`);
    const received = await adaSubscriber.collect();
    expect(received.map(({ data }) => data["record"])).toEqual([
      { id: 1, text: "ada's", owner: ada, tags: ["a", "b"], data: { n: 1.5 } },
    ]);
    expect(bobSubscriber.received.map(({ data }) => data["record"])).toMatchObject([
      { id: 2, text: "bob's" },
    ]);
  });

  test("an update that gives a row to another user is delivered only to that user", async () => {
    await database.query(sql`insert into notes values (1, 'mine', ${ada})`);
    const [adaSubscriber, bobSubscriber] = [
      await subscribe(user(ada), { event: "UPDATE", schema: "public", table: "notes" }),
      await subscribe(user(bob), { event: "UPDATE", schema: "public", table: "notes" }),
    ];
    await database.query(sql`update notes set owner = ${bob} where id = 1`);
    await adaSubscriber.collect();
    expect(adaSubscriber.received).toEqual([]);
    expect(bobSubscriber.received).toMatchObject([
      { data: { record: { owner: bob }, old_record: { id: 1 } } },
    ]);
  });

  test("a deletion in a table with policies contains only the key", async () => {
    await database.script("alter table notes replica identity full");
    await database.query(sql`insert into notes values (1, 'mine', ${ada})`);
    const bobSubscriber = await subscribe(user(bob), {
      event: "DELETE",
      schema: "public",
      table: "notes",
    });
    await database.query(sql`delete from notes`);
    await bobSubscriber.collect();
    expect(bobSubscriber.received.map(({ data }) => data["old_record"])).toEqual([{ id: 1 }]);
    await database.script("alter table notes replica identity default");
  });

  test("a filter on a column that a deletion does not contain matches no deletion", async () => {
    const deletionsMatching = (filter: string) => ({
      event: "DELETE",
      schema: "public",
      table: "notes",
      filter,
    });
    const [nullSubscriber, distinctSubscriber, keySubscriber] = [
      await subscribe(user(ada), deletionsMatching("text=is.null")),
      await subscribe(user(ada), deletionsMatching("text=isdistinct.x")),
      await subscribe(user(ada), deletionsMatching("id=eq.8")),
    ];
    await database.query(sql`insert into notes (id, owner) values (8, ${ada})`);
    await database.query(sql`delete from notes where id = 8`);
    expect(types(await keySubscriber.collect())).toEqual(["DELETE"]);
    expect(await nullSubscriber.collect()).toEqual([]);
    expect(await distinctSubscriber.collect()).toEqual([]);
  });

  test("changes are delivered in commit order and not after a rollback", async () => {
    const subscriber = await subscribe(
      { role: "anon" },
      openTableEntry({ filter: "id=lt.1000000" }),
    );
    await database
      .transaction(async (connection) => {
        await connection.query(sql`insert into open (id) values (1)`);
        throw new Error("No.");
      })
      .catch(() => {});
    await database.transaction(async (connection) => {
      for (const id of [5, 3, 4]) await connection.query(sql`insert into open (id) values (${id})`);
      for (const id of [4, 5, 3]) {
        await connection.query(sql`update open set done = true where id = ${id}`);
      }
    });
    const received = await subscriber.collect();
    expect(received.map(({ data }) => (data["record"] as { id: number }).id)).toEqual([
      5, 3, 4, 4, 5, 3,
    ]);
  });

  test.each([
    ["id=eq.2", [2]],
    ["id=neq.2", [1, 3]],
    ["id=gt.1", [2, 3]],
    ["id=lte.2", [1, 2]],
    ["id=in.(1,3)", [1, 3]],
    ["id=not.in.(1,3)", [2]],
    ["body=eq.a,b", []],
    ['body=eq."a,b"', [2]],
    ["body=like.a%", [1, 2]],
    ["body=ilike.A", [1]],
    ["body=match.^a.b$", [2]],
    ["body=is.null", [3]],
    ["body=not.is.null", [1, 2]],
    ["body=isdistinct.a", [2, 3]],
    ["id=gt.1,body=is.null", [3]],
    ["done=eq.t", [3]],
    ["at=gte.2026-01-01", [2, 3]],
  ])("the filter %s matches the rows %j", async (filter, expected) => {
    const isRefused = filter === "body=eq.a,b";
    const subscribing = subscribe({ role: "anon" }, openTableEntry({ event: "INSERT", filter }));
    if (isRefused)
      return expect(subscribing).rejects.toThrow(/Error parsing `filter` params: \["b"\]/);
    const subscriber = await subscribing;
    await database.script(`insert into open (id, body, done, at) values
    (1, 'a', false, '2025-01-01'), (2, 'a,b', false, '2026-01-01'), (3, null, true, '2026-02-02')`);
    const received = await subscriber.collect();
    const ids = received.map(({ data }) => (data["record"] as { id: number }).id);
    expect(ids.filter((id) => id < 1_000_000)).toEqual(expected);
  });

  test("a change is delivered once with the ids of all matching entries", async () => {
    const subscriber = await subscribe(
      { role: "anon" },

      openTableEntry({ event: "INSERT", filter: "id=lt.1000000" }),
      openTableEntry({ filter: "id=eq.1" }),
      openTableEntry({ event: "DELETE" }),
      { event: "INSERT", schema: "public", table: "*" },
    );
    await database.query(sql`insert into open (id) values (1)`);
    const received = await subscriber.collect();
    expect(received[0]?.ids).toEqual([1, 2, 4]);
  });

  test("a change contains the selected columns and the key", async () => {
    const subscriber = await subscribe(
      { role: "anon" },
      openTableEntry({ filter: "id=eq.1", select: ["body"] }),
    );
    await database.query(sql`insert into open (id, body) values (1, 'a')`);
    expect((await subscriber.collect())[0]?.data).toMatchObject({
      columns: [{ name: "id" }, { name: "body" }],
      record: { id: 1, body: "a" },
    });
    expect(Object.keys(subscriber.received[0]?.data["record"] as object)).toEqual(["id", "body"]);
  });

  test.each([
    [{}, /^No subscription params provided/],
    [openTableEntry({ table: "hidden" }), /Please check Realtime is enabled.*table: hidden/],
    [
      openTableEntry({ filter: "nothing=eq.1" }),
      /Exception: ERROR P0001 \(raise_exception\) invalid column/,
    ],
    [openTableEntry({ filter: "id=eq.x" }), /ERROR 22P02 \(invalid_text_representation\)/],
    [openTableEntry({ filter: "id=foo.1" }), /^Error parsing `filter` params: \["foo", "1"\]$/],
    [openTableEntry({ filter: "id=in.1" }), /`in` filter value must be wrapped by parentheses/],
    [openTableEntry({ select: "id" }), /^Error parsing `select` params/],
  ])("the entry %j is refused with the reference's message", async (entry, message) => {
    await expect(subscribe({ role: "anon" }, entry)).rejects.toThrow(message);
  });

  test("a filter on a column that the role may not read is refused", async () => {
    const entry = { event: "*", schema: "public", table: "notes", filter: "secret=eq.hush" };
    await expect(subscribe(user(ada), entry)).rejects.toThrow(/invalid column for filter secret/);
  });

  test("a change of a table without a readable key is delivered without its content", async () => {
    const [keyless, unreadable] = [
      await subscribe({ role: "anon" }, { event: "INSERT", schema: "public", table: "keyless" }),
      await subscribe({ role: "anon" }, { event: "INSERT", schema: "public", table: "notes" }),
    ];
    await database.query(sql`insert into keyless values ('a')`);
    await database.query(sql`insert into notes values (1, 'mine', ${ada})`);
    await keyless.collect();
    expect(keyless.received).toMatchObject([
      { data: { errors: ["Error 400: Bad Request, no primary key"], record: {} } },
    ]);
    expect(unreadable.received).toMatchObject([{ data: { errors: ["Error 401: Unauthorized"] } }]);
  });

  test("large rows are delivered, and rows above a megabyte only with their short values", async () => {
    const subscriber = await subscribe(
      { role: "anon" },
      openTableEntry({ event: "INSERT", filter: "id=lt.1000000" }),
    );
    await database.query(sql`
    insert into open (id, body) values (1, ${"é".repeat(9_000)}), (2, ${"x".repeat(1_100_000)})`);
    const received = await subscriber.collect();
    expect(received[0]?.data).toMatchObject({
      record: { id: 1, body: "é".repeat(9_000) },
      errors: null,
    });
    expect(received[1]?.data).toMatchObject({ errors: ["Error 413: Payload Too Large"] });
    expect(received[1]?.data["record"]).toEqual({ id: 2, at: null, amount: null, done: false });
  });

  test("new claims decide which rows are delivered afterwards", async () => {
    const subscriber = await subscribe(user(ada), {
      event: "INSERT",
      schema: "public",
      table: "notes",
    });
    subscriber.updateClaims(user(bob));
    await database.query(sql`insert into notes values (1, 'a', ${ada}), (2, 'b', ${bob})`);
    expect(
      (await subscriber.collect()).map(({ data }) => (data["record"] as { id: number }).id),
    ).toEqual([2]);
  });

  test("a policy that fails shows no rows and does not affect other subscribers", async () => {
    await database.script(`
    create policy fails on notes to anon using (1 / (id - id) = 1);
    grant select on notes to anon;`);
    const failing = await subscribe({ role: "anon" }, { schema: "public", table: "notes" });
    const adaSubscriber = await subscribe(user(ada), { schema: "public", table: "notes" });
    await database.query(sql`insert into notes values (1, 'a', ${ada})`);
    await adaSubscriber.collect();
    expect(failing.received).toEqual([]);
    expect(adaSubscriber.received).toHaveLength(1);
    await database.script("drop policy fails on notes; revoke select on notes from anon;");
  });

  test("a regular expression that is too slow or invalid ends only its own subscription", async () => {
    const slowPattern = "^(.+)(.+)(.+)(.+)\\\\4\\\\3\\\\2\\\\1$";
    const body = `a${Array.from({ length: 300 }, (_, index) => String.fromCharCode(200 + index)).join("")}`;
    const [plainSubscriber, slowFilterSubscriber, invalidFilterSubscriber, otherSubscriber] = [
      await subscribe({ role: "anon" }, openTableEntry({ filter: "id=eq.1" })),
      await subscribe({ role: "anon" }, openTableEntry({ filter: `body=match."${slowPattern}"` })),
      await subscribe({ role: "anon" }, openTableEntry({ filter: "body=match.(" })),
      await subscribe({ role: "anon" }, openTableEntry({ filter: "body=match.^a" })),
    ];
    await database.query(sql`insert into open (id, body) values (1, ${body})`);
    await eventually(() => expect(otherSubscriber.received).toHaveLength(1));
    expect(invalidFilterSubscriber.endCount()).toBe(1);
    expect(slowFilterSubscriber.endCount()).toBe(1);
    expect(plainSubscriber.received).toHaveLength(1);
  });

  test("a pattern that would take long on a long text ends its subscription before it runs", async () => {
    const withPattern = (pattern: string) => openTableEntry({ filter: `body=like.%${pattern}b%` });
    const longSubscriber = await subscribe({ role: "anon" }, withPattern("a".repeat(8_000)));
    const shortSubscriber = await subscribe({ role: "anon" }, withPattern("a"));
    const plainSubscriber = await subscribe({ role: "anon" }, openTableEntry({}));
    const body = `${"a".repeat(100_000)}b`;
    await database.query(sql`insert into open (id, body) values (11, ${body})`);
    await eventually(() => expect(shortSubscriber.received).toHaveLength(1));
    expect(longSubscriber.endCount()).toBe(1);
    expect(longSubscriber.received).toEqual([]);
    expect(shortSubscriber.endCount()).toBe(0);
    expect(plainSubscriber.received).toHaveLength(1);
    await database.query(sql`delete from open where id = 11`);
  });

  test("a filter does not reveal hidden rows by a deletion or by its run time", async () => {
    await database.script("alter table notes replica identity full");
    const notes = { schema: "public", table: "notes" };
    const slowPattern = "^(.+)(.+)(.+)(.+)\\\\4\\\\3\\\\2\\\\1$";
    const [deletionSubscriber, slowSubscriber, adaSubscriber] = [
      await subscribe(user(bob), { event: "DELETE", ...notes, filter: "text=match.^hidden" }),
      await subscribe(user(bob), {
        event: "INSERT",
        ...notes,
        filter: `text=match."${slowPattern}"`,
      }),
      await subscribe(user(ada), { event: "*", ...notes, filter: "text=match.^hidden" }),
    ];
    const text = `hidden${Array.from({ length: 300 }, (_, index) => String.fromCharCode(200 + index)).join("")}`;
    await database.query(sql`insert into notes values (1, ${text}, ${ada})`);
    await adaSubscriber.collect();
    expect(types(adaSubscriber.received)).toEqual(["INSERT"]);
    await database.query(sql`delete from notes`);
    await deletionSubscriber.collect();
    expect(deletionSubscriber.received).toEqual([]);
    expect(slowSubscriber.received).toEqual([]);
    expect(slowSubscriber.endCount()).toBe(0);
    await database.script("alter table notes replica identity default");
  });

  test.each(["postgres", "none"])(
    "the role %s, which is not granted to authenticator, receives no content",
    async (role) => {
      const subscriber = await subscribe(
        { role },
        { event: "*", schema: "public", table: "notes" },
      );
      await database.query(sql`insert into notes values (1, 'a', ${ada})`);
      const [change] = await subscriber.collect();
      expect(change?.data).toMatchObject({ record: {}, errors: ["Error 401: Unauthorized"] });
    },
  );

  test("a change in a schema that the role may not use is delivered without content", async () => {
    const subscriber = await subscribe(
      { role: "anon" },
      { event: "*", schema: "apart", table: "secrets" },
    );
    await database.query(
      sql`insert into apart.secrets select coalesce(max(id), 0) + 1 from apart.secrets`,
    );
    const [change] = await subscriber.collect();
    expect(change?.data).toMatchObject({ record: {}, errors: ["Error 401: Unauthorized"] });
  });

  test("a token with another role is checked against the filters again", async () => {
    const entry = { schema: "public", table: "notes", filter: "secret=eq.hush" };
    const subscriber = await subscribe({ role: "service_role" }, entry);
    subscriber.updateClaims(user(ada));
    await eventually(() => expect(subscriber.endCount()).toBe(1));
    await database.query(sql`insert into notes (id, owner, secret) values (1, ${ada}, 'hush')`);
    await waitForLastChange([]);
    expect(subscriber.received).toEqual([]);
  });

  test("a row that JSON cannot represent is written and reported to subscribers as a gap", async () => {
    const subscriber = await subscribe(
      { role: "anon" },
      { event: "*", schema: "public", table: "odd" },
    );
    const otherSubscriber = await subscribe(
      { role: "anon" },
      openTableEntry({ filter: "id=eq.1" }),
    );
    await database.query(
      sql`insert into odd values (${Math.floor(Math.random() * 1e9)}, ${'{"a": "\\u0000"}'})`,
    );
    await eventually(() => expect(subscriber.gapCount()).toBe(1));
    await database.query(sql`insert into open (id) values (1)`);
    expect(types(await otherSubscriber.collect())).toEqual(["INSERT"]);
    expect(otherSubscriber.gapCount()).toBe(0);
  });

  test("claims that the database rejects end only their own subscription", async () => {
    const notes = { event: "INSERT", schema: "public", table: "notes" };
    const oddSubscriber = await subscribe({ ...user(bob), name: "\u0000" }, notes);
    const adaSubscriber = await subscribe(user(ada), notes);
    await database.query(sql`insert into notes values (1, 'a', ${ada})`);
    await adaSubscriber.collect();
    expect(adaSubscriber.received).toHaveLength(1);
    expect(adaSubscriber.gapCount()).toBe(0);
    expect(oddSubscriber.endCount()).toBe(1);
  });

  test.each([
    ["id=in.(1,2)".padEnd(9_000, " "), /too long/],
    [Array.from({ length: 21 }, () => "id=eq.1").join(), /too many conditions/],
  ])("the filter %s is refused because of its size", async (filter, message) => {
    await expect(subscribe({ role: "anon" }, openTableEntry({ filter }))).rejects.toThrow(message);
  });

  test("users can neither query visibility for others nor read large changes", async () => {
    const { rows } = await database.query(sql`
    select has_function_privilege('authenticated', 'realtime.visible_rows(oid, jsonb, jsonb)', 'execute') as "canExecute",
      has_table_privilege('authenticated', 'realtime.large_changes', 'select') as "canRead"`);
    expect(rows).toEqual([{ canExecute: false, canRead: false }]);
  });

  test.runIf(source === "replication")(
    "a broken connection releases its slot and reports a gap, and changes are delivered again",
    async () => {
      const subscriber = await subscribe(
        { role: "anon" },
        openTableEntry({ filter: "id=lt.1000000" }),
      );
      const slots = async () =>
        (
          await database.query<{ pid: number }>(
            sql`select active_pid as pid from pg_replication_slots where database = current_database()`,
          )
        ).rows.map(({ pid }) => pid);
      const [brokenSlot, ...others] = await slots();
      expect(others).toEqual([]);
      await database.query(sql`select pg_terminate_backend(${brokenSlot})`);
      await eventually(async () => {
        const [currentSlot] = await slots();
        expect(currentSlot).toBeDefined();
        expect(currentSlot).not.toBe(brokenSlot);
      });
      // The source reports one gap when the connection breaks, and one after it has opened a new one.
      await eventually(() => expect(subscriber.gapCount()).toBe(2));
      await database.query(sql`insert into open (id) values (1)`);
      expect(types(await subscriber.collect())).toEqual(["INSERT"]);
    },
  );
});
