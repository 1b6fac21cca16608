import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeSources, changesBy } from "../../../test/change-sources.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { ChangeClaims, TableChanges } from "./port.ts";

let database: Database;
let changes: TableChanges;

beforeAll(async () => {
  database = await openTestDatabase({ pastPooler: true });
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
    create table named (r int primary key, given text, place bytea, g text);
    grant select on named to anon;
    alter publication supabase_realtime
      add table notes, open, keyless, odd, named, apart.secrets;
    grant select on keyless to anon;`);
});
afterAll(() => database.close());
const closing: (() => void)[] = [];
const ada = randomUUID();
const bob = randomUUID();
const user = (sub: string) => ({ role: "authenticated", sub });

/** A channel, and what it has heard. */
async function listener(claims: ChangeClaims, ...wanted: readonly unknown[]) {
  const heard: { ids: readonly number[]; data: Record<string, unknown> & { text: string } }[] = [];
  let gaps = 0;
  let ends = 0;
  const subscription = await changes.subscribe({
    wanted: new Map(wanted.map((entry, index) => [index + 1, entry])),
    ...{ claims, client: {} },
    onChange: (ids, text) => heard.push({ ids, data: { ...JSON.parse(text), text } }),
    onGap: () => gaps++,
    onEnd: () => ends++,
  });
  closing.push(subscription.close);
  return {
    ...subscription,
    heard,
    gaps: () => gaps,
    ends: () => ends,
    /** All that was heard once a last change has come. */
    all: async () => {
      await last(wanted);
      return heard;
    },
  };
}

/** Changes come in order, so that whoever hears the last has heard all; those whose filters the database decides are told by themselves. */
async function last(wanted: readonly unknown[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const id = 1_000_000 + Math.floor(Math.random() * 1e9);
  const pattern = /i?(?:like|match)\.|at=/.test(JSON.stringify(wanted)) ? ",body=like.%" : "";
  const subscription = await changes.subscribe({
    wanted: new Map([[1, open({ filter: `id=eq.${id}${pattern}` })]]),
    ...{ claims: { role: "anon" }, client: {} },
    onChange: () => resolve(),
    onGap: () => {},
    onEnd: () => {},
  });
  await database.query(sql`insert into open (id, body) values (${id}, '')`);
  await promise;
  subscription.close();
}

const open = (more: object = {}) => ({ event: "*", schema: "public", table: "open", ...more });
const types = (heard: readonly { data: Record<string, unknown> }[]) =>
  heard.map(({ data }) => data["type"]);

describe.each(changeSources)("by %s", (source) => {
  beforeAll(() => {
    changes = changesBy(source, database);
  });
  afterAll(() => changes.close());
  afterEach(async () => {
    for (const close of closing.splice(0)) close();
    await database.script("delete from notes; delete from open; truncate keyless;");
    // A change that is still on its way would be heard by the next test.
    await last([]);
  });

  test("an insertion, an update and a deletion are told with their rows", async () => {
    const one = await listener({ role: "anon" }, open({ filter: "id=lt.1000000" }));
    await database.query(sql`
    insert into open values (7, '2026-11-23 12:00+02', 12345678901234567890.10, 'a', false)`);
    await database.query(sql`update open set body = 'b' where id = 7`);
    await database.query(sql`delete from open where id = 7`);
    const heard = await one.all();
    expect(types(heard)).toEqual(["INSERT", "UPDATE", "DELETE"]);
    expect(heard[0]).toMatchObject({
      ids: [1],
      data: {
        ...{ schema: "public", table: "open", errors: null },
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
    expect(heard[0]?.data).not.toHaveProperty("old_record");
    expect(heard[0]?.data.text).toContain('"amount":12345678901234567890.10');
    expect(heard[1]?.data).toMatchObject({
      record: { body: "b" },
      old_record: { id: 7, body: "a" },
    });
    expect(heard[2]?.data).toMatchObject({ old_record: { id: 7, body: "b" } });
    expect(heard[2]?.data).not.toHaveProperty("record");
  });

  test("columns may have any name, and bytes come as their digits", async () => {
    const one = await listener({ role: "anon" }, open({ table: "named" }), open({ table: "open" }));
    await database.query(sql`insert into named values (1, 'a', '\\x0102', 'b')`);
    await database.query(sql`delete from named`);
    const [inserted] = await one.all();
    expect(inserted).toMatchObject({
      data: { table: "named", record: { r: 1, given: "a", place: "0102", g: "b" } },
    });
  });

  test("each hears of the rows that the policies show, with the columns that the role may read", async () => {
    const [hers, his] = [
      await listener(user(ada), { event: "*", schema: "public", table: "notes" }),
      await listener(user(bob), { event: "*", schema: "public", table: "notes" }),
    ];
    await database.query(sql`
    insert into notes values (1, 'ada''s', ${ada}, 'hush', '{a,b}', '{"n": 1.50}'), (2, 'bob''s', ${bob}, 'hush', null, null)`);
    const heard = await hers.all();
    expect(heard.map(({ data }) => data["record"])).toEqual([
      { id: 1, text: "ada's", owner: ada, tags: ["a", "b"], data: { n: 1.5 } },
    ]);
    expect(his.heard.map(({ data }) => data["record"])).toMatchObject([{ id: 2, text: "bob's" }]);
  });

  test("an update that gives a row to another is told to the other alone", async () => {
    await database.query(sql`insert into notes values (1, 'mine', ${ada})`);
    const [hers, his] = [
      await listener(user(ada), { event: "UPDATE", schema: "public", table: "notes" }),
      await listener(user(bob), { event: "UPDATE", schema: "public", table: "notes" }),
    ];
    await database.query(sql`update notes set owner = ${bob} where id = 1`);
    await hers.all();
    expect(hers.heard).toEqual([]);
    expect(his.heard).toMatchObject([{ data: { record: { owner: bob }, old_record: { id: 1 } } }]);
  });

  test("a deletion under policies tells the key alone", async () => {
    await database.script("alter table notes replica identity full");
    await database.query(sql`insert into notes values (1, 'mine', ${ada})`);
    const his = await listener(user(bob), { event: "DELETE", schema: "public", table: "notes" });
    await database.query(sql`delete from notes`);
    await his.all();
    expect(his.heard.map(({ data }) => data["old_record"])).toEqual([{ id: 1 }]);
    await database.script("alter table notes replica identity default");
  });

  test("a filter on a column that a deletion does not tell matches no deletion", async () => {
    const of = (filter: string) => ({ event: "DELETE", schema: "public", table: "notes", filter });
    const [empty, other, key] = [
      await listener(user(ada), of("text=is.null")),
      await listener(user(ada), of("text=isdistinct.x")),
      await listener(user(ada), of("id=eq.8")),
    ];
    await database.query(sql`insert into notes (id, owner) values (8, ${ada})`);
    await database.query(sql`delete from notes where id = 8`);
    expect(types(await key.all())).toEqual(["DELETE"]);
    expect(await empty.all()).toEqual([]);
    expect(await other.all()).toEqual([]);
  });

  test("what is rolled back is told to nobody, and commits come in their order", async () => {
    const one = await listener({ role: "anon" }, open({ filter: "id=lt.1000000" }));
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
    const heard = await one.all();
    expect(heard.map(({ data }) => (data["record"] as { id: number }).id)).toEqual([
      ...[5, 3, 4],
      ...[4, 5, 3],
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
  ])("the filter %s lets through the rows %j", async (filter, expected) => {
    const refused = filter === "body=eq.a,b";
    const wanted = listener({ role: "anon" }, open({ event: "INSERT", filter }));
    if (refused) return expect(wanted).rejects.toThrow(/Error parsing `filter` params: \["b"\]/);
    const one = await wanted;
    await database.script(`insert into open (id, body, done, at) values
    (1, 'a', false, '2025-01-01'), (2, 'a,b', false, '2026-01-01'), (3, null, true, '2026-02-02')`);
    const heard = await one.all();
    const ids = heard.map(({ data }) => (data["record"] as { id: number }).id);
    expect(ids.filter((id) => id < 1_000_000)).toEqual(expected);
  });

  test("a change is told once, with all entries that it matches", async () => {
    const one = await listener(
      { role: "anon" },
      ...[open({ event: "INSERT", filter: "id=lt.1000000" }), open({ filter: "id=eq.1" })],
      ...[open({ event: "DELETE" }), { event: "INSERT", schema: "public", table: "*" }],
    );
    await database.query(sql`insert into open (id) values (1)`);
    const heard = await one.all();
    expect(heard[0]?.ids).toEqual([1, 2, 4]);
  });

  test("of the columns that are asked for, and the key, the values come", async () => {
    const one = await listener({ role: "anon" }, open({ filter: "id=eq.1", select: ["body"] }));
    await database.query(sql`insert into open (id, body) values (1, 'a')`);
    expect((await one.all())[0]?.data).toMatchObject({
      columns: [{ name: "id" }, { name: "body" }],
      record: { id: 1, body: "a" },
    });
    expect(Object.keys(one.heard[0]?.data["record"] as object)).toEqual(["id", "body"]);
  });

  test.each([
    [{}, /^No subscription params provided/],
    [open({ table: "hidden" }), /Please check Realtime is enabled.*table: hidden/],
    [open({ filter: "nothing=eq.1" }), /Exception: ERROR P0001 \(raise_exception\) invalid column/],
    [open({ filter: "id=eq.x" }), /ERROR 22P02 \(invalid_text_representation\)/],
    [open({ filter: "id=foo.1" }), /^Error parsing `filter` params: \["foo", "1"\]$/],
    [open({ filter: "id=in.1" }), /`in` filter value must be wrapped by parentheses/],
    [open({ select: "id" }), /^Error parsing `select` params/],
  ])("%j is refused in the reference's words", async (entry, message) => {
    await expect(listener({ role: "anon" }, entry)).rejects.toThrow(message);
  });

  test("a column that the role may not read cannot be guessed by a filter", async () => {
    const entry = { event: "*", schema: "public", table: "notes", filter: "secret=eq.hush" };
    await expect(listener(user(ada), entry)).rejects.toThrow(/invalid column for filter secret/);
  });

  test("a table without a key, or whose key the role may not read, is told without its content", async () => {
    const [keyless, unread] = [
      await listener({ role: "anon" }, { event: "INSERT", schema: "public", table: "keyless" }),
      await listener({ role: "anon" }, { event: "INSERT", schema: "public", table: "notes" }),
    ];
    await database.query(sql`insert into keyless values ('a')`);
    await database.query(sql`insert into notes values (1, 'mine', ${ada})`);
    await keyless.all();
    expect(keyless.heard).toMatchObject([
      { data: { errors: ["Error 400: Bad Request, no primary key"], record: {} } },
    ]);
    expect(unread.heard).toMatchObject([{ data: { errors: ["Error 401: Unauthorized"] } }]);
  });

  test("large rows are told, and of those above a megabyte the short values", async () => {
    const one = await listener(
      { role: "anon" },
      open({ event: "INSERT", filter: "id=lt.1000000" }),
    );
    await database.query(sql`
    insert into open (id, body) values (1, ${"é".repeat(9_000)}), (2, ${"x".repeat(1_100_000)})`);
    const heard = await one.all();
    expect(heard[0]?.data).toMatchObject({
      record: { id: 1, body: "é".repeat(9_000) },
      errors: null,
    });
    expect(heard[1]?.data).toMatchObject({ errors: ["Error 413: Payload Too Large"] });
    expect(heard[1]?.data["record"]).toEqual({ id: 2, at: null, amount: null, done: false });
  });

  test("after new claims it is their rows that are told", async () => {
    const one = await listener(user(ada), { event: "INSERT", schema: "public", table: "notes" });
    one.renew(user(bob));
    await database.query(sql`insert into notes values (1, 'a', ${ada}), (2, 'b', ${bob})`);
    expect((await one.all()).map(({ data }) => (data["record"] as { id: number }).id)).toEqual([2]);
  });

  test("a policy that fails shows nothing, and nobody else is kept from hearing", async () => {
    await database.script(`
    create policy fails on notes to anon using (1 / (id - id) = 1);
    grant select on notes to anon;`);
    const failing = await listener({ role: "anon" }, { schema: "public", table: "notes" });
    const hers = await listener(user(ada), { schema: "public", table: "notes" });
    await database.query(sql`insert into notes values (1, 'a', ${ada})`);
    await hers.all();
    expect(failing.heard).toEqual([]);
    expect(hers.heard).toHaveLength(1);
    await database.script("drop policy fails on notes; revoke select on notes from anon;");
  });

  test("a pattern that takes for ever, or is none, ends its own subscription alone", async () => {
    const slow = "^(.+)(.+)(.+)(.+)\\\\4\\\\3\\\\2\\\\1$";
    const body = `a${Array.from({ length: 300 }, (_, at) => String.fromCharCode(200 + at)).join("")}`;
    const [plain, endless, broken, other] = [
      await listener({ role: "anon" }, open({ filter: "id=eq.1" })),
      await listener({ role: "anon" }, open({ filter: `body=match."${slow}"` })),
      await listener({ role: "anon" }, open({ filter: "body=match.(" })),
      await listener({ role: "anon" }, open({ filter: "body=match.^a" })),
    ];
    await database.query(sql`insert into open (id, body) values (1, ${body})`);
    await eventually(() => expect(other.heard).toHaveLength(1));
    expect(broken.ends()).toBe(1);
    expect(endless.ends()).toBe(1);
    expect(plain.heard).toHaveLength(1);
  });

  test("a filter says nothing of what policies hide: neither by a deletion, nor by its time", async () => {
    await database.script("alter table notes replica identity full");
    const notes = { schema: "public", table: "notes" };
    const slow = "^(.+)(.+)(.+)(.+)\\\\4\\\\3\\\\2\\\\1$";
    const [guess, patience, hers] = [
      await listener(user(bob), { event: "DELETE", ...notes, filter: "text=match.^hidden" }),
      await listener(user(bob), { event: "INSERT", ...notes, filter: `text=match."${slow}"` }),
      await listener(user(ada), { event: "*", ...notes, filter: "text=match.^hidden" }),
    ];
    const text = `hidden${Array.from({ length: 300 }, (_, at) => String.fromCharCode(200 + at)).join("")}`;
    await database.query(sql`insert into notes values (1, ${text}, ${ada})`);
    await hers.all();
    expect(types(hers.heard)).toEqual(["INSERT"]);
    await database.query(sql`delete from notes`);
    await guess.all();
    expect(guess.heard).toEqual([]);
    expect(patience.heard).toEqual([]);
    expect(patience.ends()).toBe(0);
    await database.script("alter table notes replica identity default");
  });

  test.each(["postgres", "none"])(
    "the role %s, which the authenticator has not, is told no content",
    async (role) => {
      const one = await listener({ role }, { event: "*", schema: "public", table: "notes" });
      await database.query(sql`insert into notes values (1, 'a', ${ada})`);
      const [heard] = await one.all();
      expect(heard?.data).toMatchObject({ record: {}, errors: ["Error 401: Unauthorized"] });
    },
  );

  test("a table in a schema that the role may not use is told without content", async () => {
    const one = await listener({ role: "anon" }, { event: "*", schema: "apart", table: "secrets" });
    await database.query(
      sql`insert into apart.secrets select coalesce(max(id), 0) + 1 from apart.secrets`,
    );
    const [heard] = await one.all();
    expect(heard?.data).toMatchObject({ record: {}, errors: ["Error 401: Unauthorized"] });
  });

  test("a token of another role has the filters checked anew", async () => {
    const wanted = { schema: "public", table: "notes", filter: "secret=eq.hush" };
    const one = await listener({ role: "service_role" }, wanted);
    one.renew(user(ada));
    await eventually(() => expect(one.ends()).toBe(1));
    await database.query(sql`insert into notes (id, owner, secret) values (1, ${ada}, 'hush')`);
    await last([]);
    expect(one.heard).toEqual([]);
  });

  test("what JSON cannot hold is written nevertheless, and whoever listens hears of a gap", async () => {
    const one = await listener({ role: "anon" }, { event: "*", schema: "public", table: "odd" });
    const other = await listener({ role: "anon" }, open({ filter: "id=eq.1" }));
    await database.query(
      sql`insert into odd values (${Math.floor(Math.random() * 1e9)}, ${'{"a": "\\u0000"}'})`,
    );
    await eventually(() => expect(one.gaps()).toBe(1));
    await database.query(sql`insert into open (id) values (1)`);
    expect(types(await other.all())).toEqual(["INSERT"]);
    expect(other.gaps()).toBe(0);
  });

  test("a caller whose claims the database refuses is ended alone", async () => {
    const notes = { event: "INSERT", schema: "public", table: "notes" };
    const odd = await listener({ ...user(bob), name: "\u0000" }, notes);
    const hers = await listener(user(ada), notes);
    await database.query(sql`insert into notes values (1, 'a', ${ada})`);
    await hers.all();
    expect(hers.heard).toHaveLength(1);
    expect(hers.gaps()).toBe(0);
    expect(odd.ends()).toBe(1);
  });

  test.each([
    ["id=in.(1,2)".padEnd(9_000, " "), /too long/],
    [Array.from({ length: 21 }, () => "id=eq.1").join(), /too many conditions/],
  ])("a filter of too much is refused", async (filter, message) => {
    await expect(listener({ role: "anon" }, open({ filter }))).rejects.toThrow(message);
  });

  test("who is no owner can neither ask for others nor read what they wrote", async () => {
    const { rows } = await database.query(sql`
    select has_function_privilege('authenticated', 'realtime.visible_rows(oid, jsonb, jsonb)', 'execute') as may,
      has_table_privilege('authenticated', 'realtime.large_changes', 'select') as reads`);
    expect(rows).toEqual([{ may: false, reads: false }]);
  });

  test.runIf(source === "replication")(
    "when the connection breaks, its slot is gone, subscribers hear of the gap, and of changes again",
    async () => {
      const one = await listener({ role: "anon" }, open({ filter: "id=lt.1000000" }));
      const slots = async () =>
        (
          await database.query<{ pid: number }>(
            sql`select active_pid as pid from pg_replication_slots where database = current_database()`,
          )
        ).rows.map(({ pid }) => pid);
      const [before, ...others] = await slots();
      expect(others).toEqual([]);
      await database.query(sql`select pg_terminate_backend(${before})`);
      await eventually(async () => {
        const [now] = await slots();
        expect(now).toBeDefined();
        expect(now).not.toBe(before);
      });
      // Once when it broke, once when it was open again.
      await eventually(() => expect(one.gaps()).toBe(2));
      await database.query(sql`insert into open (id) values (1)`);
      expect(types(await one.all())).toEqual(["INSERT"]);
    },
  );
});
