import type { PostgrestFilterBuilder } from "@supabase/postgrest-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CapabilityProject, dataOf, startCapabilityProject } from "./project.ts";

const migration = `
  create table directors (id int primary key, name text not null);
  create table films (
    id int primary key, title text not null unique, year int, tags text[] not null default '{}',
    shown int4range, director_id int references directors);
  insert into directors values (1, 'Agnès Varda'), (2, 'Akira Kurosawa');
  insert into films values
    (1, 'Vagabond', 1985, '{french}', '[1,5)', 1),
    (2, 'Rashomon', 1950, '{japanese,drama}', '[5,10)', 2),
    (3, 'Ran', 1985, '{japanese,drama}', '[20,30)', 2),
    (4, 'Found Footage', null, '{}', null, null);
  create table notes (id int primary key, text text not null);
  create function add(a int, b int) returns int language sql immutable as 'select a + b';
  create schema archive;
  grant usage on schema archive to anon, authenticated, service_role;
  create table archive.reels (id int primary key);
  grant select on archive.reels to anon, authenticated, service_role;
  insert into archive.reels values (7);
  grant all on films, directors, notes to anon, authenticated, service_role;
  -- The settings apply to this database only, because other tests use the same server.
  do $$ begin
    execute format('alter role authenticator in database %I set pgrst.db_plan_enabled = true', current_database());
    execute format('alter role authenticator in database %I set pgrst.db_tx_end = %L', current_database(),
      'commit-allow-override');
  end $$;`;

let project: CapabilityProject;
beforeAll(async () => {
  project = await startCapabilityProject({
    "supabase/config.toml": '[api]\nschemas = ["public", "archive"]\n',
    "supabase/migrations/1_films.sql": migration,
  });
});
afterAll(() => project.close());

// biome-ignore lint/suspicious/noExplicitAny: the tables have no generated types
type Query = PostgrestFilterBuilder<any, any, any, any>;

type FilterCase = readonly [
  capability: string,
  title: string,
  filter: (query: Query) => Query,
  ids: readonly number[],
];

const filters: readonly FilterCase[] = [
  ["database.using_filters.eq", "eq finds equal values", (q) => q.eq("year", 1985), [1, 3]],
  ["database.using_filters.neq", "neq finds other values", (q) => q.neq("year", 1985), [2]],
  ["database.using_filters.gt", "gt finds greater values", (q) => q.gt("id", 3), [4]],
  ["database.using_filters.gte", "gte finds values from one on", (q) => q.gte("id", 3), [3, 4]],
  ["database.using_filters.lt", "lt finds lesser values", (q) => q.lt("id", 2), [1]],
  ["database.using_filters.lte", "lte finds values up to one", (q) => q.lte("id", 2), [1, 2]],
  ["database.using_filters.like", "like finds a pattern", (q) => q.like("title", "Ra%"), [2, 3]],
  [
    "database.using_filters.like_all",
    "likeAllOf finds texts that match all patterns",
    (q) => q.likeAllOf("title", ["R%", "%n"]),
    [2, 3],
  ],
  [
    "database.using_filters.like_any",
    "likeAnyOf finds texts that match any pattern",
    (q) => q.likeAnyOf("title", ["V%", "F%"]),
    [1, 4],
  ],
  [
    "database.using_filters.ilike",
    "ilike finds a pattern in any case",
    (q) => q.ilike("title", "vag%"),
    [1],
  ],
  [
    "database.using_filters.ilike_all",
    "ilikeAllOf finds texts that match all patterns in any case",
    (q) => q.ilikeAllOf("title", ["r%", "%AN"]),
    [3],
  ],
  [
    "database.using_filters.ilike_any",
    "ilikeAnyOf finds texts that match any pattern in any case",
    (q) => q.ilikeAnyOf("title", ["v%", "f%"]),
    [1, 4],
  ],
  [
    "database.using_filters.regex",
    "regexMatch finds a regular expression",
    (q) => q.regexMatch("title", "^R.*n$"),
    [2, 3],
  ],
  [
    "database.using_filters.regex_icase",
    "regexIMatch finds a regular expression in any case",
    (q) => q.regexIMatch("title", "^r"),
    [2, 3],
  ],
  ["database.using_filters.is", "is finds null", (q) => q.is("year", null), [4]],
  [
    "database.using_filters.is_distinct",
    "isDistinct finds other values and null",
    (q) => q.isDistinct("year", 1985),
    [2, 4],
  ],
  ["database.using_filters.in", "in finds listed values", (q) => q.in("id", [1, 4]), [1, 4]],
  [
    "database.using_filters.not_in",
    "notIn finds values that are not listed",
    (q) => q.notIn("id", [1, 4]),
    [2, 3],
  ],
  [
    "database.using_filters.contains",
    "contains finds arrays with all elements",
    (q) => q.contains("tags", ["drama"]),
    [2, 3],
  ],
  [
    "database.using_filters.contained_by",
    "containedBy finds arrays whose elements are all listed",
    (q) => q.containedBy("tags", ["french"]),
    [1, 4],
  ],
  [
    "database.using_filters.overlaps",
    "overlaps finds arrays with an element in common",
    (q) => q.overlaps("tags", ["french", "drama"]),
    [1, 2, 3],
  ],
  [
    "database.using_filters.range_gt",
    "rangeGt finds ranges right of another",
    (q) => q.rangeGt("shown", "[8,12)"),
    [3],
  ],
  [
    "database.using_filters.range_gte",
    "rangeGte finds ranges that do not extend left of another",
    (q) => q.rangeGte("shown", "[5,12)"),
    [2, 3],
  ],
  [
    "database.using_filters.range_lt",
    "rangeLt finds ranges left of another",
    (q) => q.rangeLt("shown", "[8,12)"),
    [1],
  ],
  [
    "database.using_filters.range_lte",
    "rangeLte finds ranges that do not extend right of another",
    (q) => q.rangeLte("shown", "[0,10)"),
    [1, 2],
  ],
  [
    "database.using_filters.range_adjacent",
    "rangeAdjacent finds ranges that touch another",
    (q) => q.rangeAdjacent("shown", "[10,20)"),
    [2, 3],
  ],
  [
    "database.using_filters.text_search",
    "textSearch finds words",
    (q) => q.textSearch("title", "vagabond or ran", { type: "websearch" }),
    [1, 3],
  ],
  [
    "database.using_filters.match",
    "match compares several columns",
    (q) => q.match({ year: 1985, director_id: 2 }),
    [3],
  ],
  [
    "database.using_filters.not",
    "not negates an operator",
    (q) => q.not("year", "is", null),
    [1, 2, 3],
  ],
  [
    "database.using_filters.or",
    "or finds rows that match any filter",
    (q) => q.or("id.eq.1,year.is.null"),
    [1, 4],
  ],
  [
    "database.using_filters.raw",
    "filter takes the name of an operator",
    (q) => q.filter("tags", "cs", "{french}"),
    [1],
  ],
];

test.each(filters)("%s: %s", async (_capability, _title, filter, ids) => {
  const query = project.client().from("films").select("id").order("id");
  const rows = dataOf(await filter(query)) as { id: number }[];
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

const films = () => project.client().from("films");
const notes = () => project.client().from("notes");

test.each([
  [
    "database.query.from_table",
    "from names the table of a query",
    () => project.client().from("directors").select("name").eq("id", 1),
    [{ name: "Agnès Varda" }],
  ],
  [
    "database.query.select",
    "select returns the chosen columns",
    () => films().select("title,year").eq("id", 1),
    [{ title: "Vagabond", year: 1985 }],
  ],
  [
    "database.query.rpc",
    "rpc calls a function with its arguments",
    () => project.client().rpc("add", { a: 1, b: 2 }),
    3,
  ],
  [
    "database.query.schema_selection",
    "schema selects another exposed schema",
    () =>
      project
        .client()
        .schema("archive" as "public")
        .from("reels")
        .select(),
    [{ id: 7 }],
  ],
  [
    "database.using_modifiers.order",
    "order sorts rows, with nulls where the query asks",
    () => films().select("id").order("year", { nullsFirst: true }).order("id"),
    [{ id: 4 }, { id: 2 }, { id: 1 }, { id: 3 }],
  ],
  [
    "database.using_modifiers.limit",
    "limit returns the first rows",
    () => films().select("id").order("id").limit(2),
    [{ id: 1 }, { id: 2 }],
  ],
  [
    "database.using_modifiers.range",
    "range returns the rows between two positions",
    () => films().select("id").order("id").range(1, 2),
    [{ id: 2 }, { id: 3 }],
  ],
  [
    "database.using_modifiers.single_row",
    "single returns one row as an object",
    () => films().select("title").eq("id", 3).single(),
    { title: "Ran" },
  ],
  [
    "database.using_modifiers.maybe_single_row",
    "maybeSingle returns null where no row matches",
    () => films().select("title").eq("id", 99).maybeSingle(),
    null,
  ],
  [
    "database.using_modifiers.relationship_embed",
    "select embeds the rows of a relationship",
    () => films().select("title,directors(name)").eq("id", 3),
    [{ title: "Ran", directors: { name: "Akira Kurosawa" } }],
  ],
  [
    "database.using_modifiers.format_csv",
    "csv returns the rows as comma-separated values",
    () => films().select("id,title").lt("id", 3).order("id").csv(),
    "id,title\n1,Vagabond\n2,Rashomon",
  ],
  [
    "database.using_modifiers.strip_nulls",
    "stripNulls leaves out members that are null",
    () => films().select("id,year").eq("id", 4).stripNulls(),
    [{ id: 4 }],
  ],
] as const)("%s: %s", async (_capability, _title, request, expected) => {
  const { data, error } = await (request() as PromiseLike<{ data: unknown; error: unknown }>);
  expect(error).toBeNull();
  expect(data).toEqual(expected);
});

test("database.mutate.insert: insert adds rows", async () => {
  expect(
    (
      await notes().insert([
        { id: 1, text: "a" },
        { id: 2, text: "b" },
      ])
    ).status,
  ).toBe(201);
  expect(dataOf(await notes().select("text").in("id", [1, 2]).order("id"))).toEqual([
    { text: "a" },
    { text: "b" },
  ]);
});

test("database.mutate.select_after_mutation: select returns the rows that a mutation wrote", async () => {
  const { data } = await notes().insert({ id: 10, text: "new" }).select("id,text").single();
  expect(data).toEqual({ id: 10, text: "new" });
});

test("database.mutate.update: update changes the rows that match", async () => {
  await notes().insert([
    { id: 20, text: "old" },
    { id: 21, text: "kept" },
  ]);
  await notes().update({ text: "changed" }).eq("id", 20).throwOnError();
  expect(dataOf(await notes().select().in("id", [20, 21]).order("id"))).toEqual([
    { id: 20, text: "changed" },
    { id: 21, text: "kept" },
  ]);
});

test("database.mutate.upsert: upsert inserts new rows and replaces existing ones", async () => {
  await notes().insert({ id: 30, text: "old" });
  const rows = [
    { id: 30, text: "replaced" },
    { id: 31, text: "new" },
  ];
  expect(dataOf(await notes().upsert(rows).select().order("id"))).toEqual(rows);
});

test("database.mutate.delete: delete removes the rows that match", async () => {
  await notes().insert([
    { id: 40, text: "a" },
    { id: 41, text: "b" },
  ]);
  await notes().delete().eq("id", 40).throwOnError();
  expect(dataOf(await notes().select("id").in("id", [40, 41]))).toEqual([{ id: 41 }]);
});

test("database.using_modifiers.dry_run: rollback returns the result of a write and undoes it", async () => {
  const { data } = await notes().insert({ id: 50, text: "tried" }).select().rollback();
  expect(data).toEqual([{ id: 50, text: "tried" }]);
  expect(dataOf(await notes().select().eq("id", 50))).toEqual([]);
});

test("database.using_modifiers.max_affected_rows: maxAffected refuses to change more rows", async () => {
  await notes().insert([
    { id: 60, text: "a" },
    { id: 61, text: "b" },
  ]);
  // The client's types allow this only for a schema that is marked as PostgREST 13 or newer.
  const query: Query = notes().delete().in("id", [60, 61]);
  const { error } = (await (query.maxAffected(1) as unknown as Query)) as {
    error: { code: string } | null;
  };
  expect(error?.code).toBe("PGRST124");
  expect(dataOf(await notes().select("id").in("id", [60, 61]))).toHaveLength(2);
});

test("database.using_modifiers.explain: explain returns the plan of a query", async () => {
  const { data } = await films().select().explain({ format: "json" });
  expect(data).toEqual([{ Plan: expect.objectContaining({ "Node Type": expect.any(String) }) }]);
});

test("database.using_modifiers.request_cancellation: abortSignal cancels a request", async () => {
  const { error } = await films().select().abortSignal(AbortSignal.abort());
  expect(error?.message).toContain("AbortError");
});

test("database.configuration.request_timeout: a request ends at the client's timeout", async () => {
  const client = project.client({
    db: { timeout: 20 },
    global: {
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    },
  });
  expect((await client.from("films").select().retry(false)).error?.message).toMatch(/abort|time/i);
});

test("database.configuration.auto_retry: the client repeats a read that the server could not answer", async () => {
  let requests = 0;
  const client = project.client({
    global: {
      fetch: async (input, init) =>
        ++requests === 1 ? new Response("", { status: 520 }) : fetch(input, init),
    },
  });
  expect(dataOf(await client.from("films").select("id").eq("id", 1))).toEqual([{ id: 1 }]);
  expect(requests).toBe(2);
});
