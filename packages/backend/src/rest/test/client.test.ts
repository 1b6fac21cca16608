import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { PostgrestClient } from "@supabase/postgrest-js";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWire, type Wire } from "./wire.ts";

/** Tests the unmodified client, which applications use, with a listening server. */

let wire: Wire;
let server: Server;
let url: string;

beforeAll(async () => {
  wire = await openWire();
  const app = new Hono().route("/rest/v1", wire.rest.app);
  server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  url = `http://127.0.0.1:${address.port}/rest/v1`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await wire.close();
});

function client(as = "ada") {
  return new PostgrestClient(url, { headers: { Authorization: as } });
}

test("the client reads, filters, orders, pages and counts", async () => {
  const { data, count, error, status } = await client()
    .from("films")
    .select("id, title, directors(name)", { count: "exact" })
    .or("year.gt.1960,title.eq.Rashomon")
    .not("rating", "is", null)
    .order("year", { ascending: false, nullsFirst: false })
    .range(0, 1);
  expect({ data, count, error, status }).toEqual({
    data: [
      { id: 2, title: "Vagabond", directors: { name: "Agnès Varda" } },
      { id: 1, title: "Cléo from 5 to 7", directors: { name: "Agnès Varda" } },
    ],
    count: 3,
    error: null,
    status: 206,
  });
});

test("the client reads one row or none", async () => {
  const singleRow = await client().from("films").select("id").eq("title", "Ran").single();
  expect(singleRow.data).toEqual({ id: 4 });
  const noRow = await client().from("films").select("id").eq("title", "nope").maybeSingle();
  expect([noRow.data, noRow.error]).toEqual([null, null]);
  const severalRows = await client().from("films").select("id").single();
  expect([severalRows.status, severalRows.error?.code]).toEqual([406, "PGRST116"]);
});

test("the client counts without reading rows", async () => {
  const { count, data } = await client().from("films").select("*", { count: "exact", head: true });
  expect([count, data]).toEqual([5, null]);
});

test("the client inserts, upserts, updates and deletes its own rows", async () => {
  const notes = client().from("notes");
  const insertion = await notes.insert({ title: "one", slug: "client" }).select("title").single();
  expect([insertion.status, insertion.data]).toEqual([201, { title: "one" }]);
  const upsert = await notes
    .upsert({ title: "two", slug: "client" }, { onConflict: "slug" })
    .select("title");
  expect([upsert.status, upsert.data]).toEqual([200, [{ title: "two" }]]);
  const ignoredDuplicate = await notes
    .upsert({ title: "three", slug: "client" }, { onConflict: "slug", ignoreDuplicates: true })
    .select("title");
  expect(ignoredDuplicate.data).toEqual([]);
  const update = await notes.update({ pinned: true }, { count: "exact" }).eq("slug", "client");
  expect([update.status, update.count]).toEqual([204, 1]);
  const foreignDeletion = await client("bob").from("notes").delete().eq("slug", "client").select();
  expect(foreignDeletion.data).toEqual([]);
  const deletion = await notes.delete().eq("slug", "client").select("pinned");
  expect(deletion.data).toEqual([{ pinned: true }]);
});

test("the client calls functions by POST, GET and HEAD", async () => {
  expect((await client().rpc("add", { a: 1, b: 2 })).data).toBe(3);
  expect((await client().rpc("add", { a: 1, b: 2 }, { get: true })).data).toBe(3);
  expect(
    (await client().rpc("films_of", { decade: 1980 }, { count: "exact", head: true })).count,
  ).toBe(2);
  const films = await client()
    .rpc("films_of", { decade: 1980 })
    .select("title")
    .order("title")
    .limit(1);
  expect(films.data).toEqual([{ title: "Ran" }]);
  expect((await client().rpc("touch")).status).toBe(204);
});

test("the client reads CSV, other schemas, and errors", async () => {
  const csv = await client().from("films").select("id,year").eq("id", 3).csv();
  expect(csv.data).toBe("id,year\n3,1950");
  const items = await client().schema("shop").from("items").select();
  expect(items.data).toEqual([{ id: 1, name: "lamp" }]);
  const missingTable = await client().from("film").select();
  expect([missingTable.status, missingTable.data, missingTable.error]).toMatchObject([
    404,
    null,
    { code: "PGRST205", hint: "Perhaps you meant the table 'public.films'" },
  ]);
});
