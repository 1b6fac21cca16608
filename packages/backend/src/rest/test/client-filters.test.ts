import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { PostgrestClient } from "@supabase/postgrest-js";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../database/sql.ts";
import { openWire, type Wire, withSetting } from "./wire.ts";

/** Tests each filter and each modifier of the official client with a listening server. */

let wire: Wire;
let server: Server;
let client: PostgrestClient;

beforeAll(async () => {
  wire = await openWire();
  await wire.database.script(`
    create table readings (
      id int primary key,
      place text,
      value int,
      tags text[],
      during int4range,
      detail jsonb
    );
    insert into readings values
      (1, 'Aarhus', 10, '{a,b}', '[1,5)', '{"kind": "water"}'),
      (2, 'Bergen', 20, '{b,c}', '[5,9)', '{"kind": "air"}'),
      (3, 'aalborg', 30, '{c}', '[10,20)', null),
      (4, null, null, null, null, null);
    grant all on readings to authenticated, service_role;`);
  const app = new Hono().route("/rest/v1", wire.rest.app);
  server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1`;
  client = new PostgrestClient(url, { headers: { Authorization: "service" } });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await wire.close();
});

const readings = () => client.from("readings");
const ids = () => readings().select("id");
type Query = ReturnType<typeof ids>;

const filters: readonly (readonly [
  name: string,
  filter: (query: Query) => Query,
  ids: number[],
])[] = [
  ["eq", (query) => query.eq("value", 20), [2]],
  ["neq", (query) => query.neq("value", 20), [1, 3]],
  ["gt", (query) => query.gt("value", 20), [3]],
  ["gte", (query) => query.gte("value", 20), [2, 3]],
  ["lt", (query) => query.lt("value", 20), [1]],
  ["lte", (query) => query.lte("value", 20), [1, 2]],
  ["like", (query) => query.like("place", "A%"), [1]],
  ["likeAllOf", (query) => query.likeAllOf("place", ["A%", "%s"]), [1]],
  ["likeAnyOf", (query) => query.likeAnyOf("place", ["A%", "%n"]), [1, 2]],
  ["ilike", (query) => query.ilike("place", "a%"), [1, 3]],
  ["ilikeAllOf", (query) => query.ilikeAllOf("place", ["a%", "%G"]), [3]],
  ["ilikeAnyOf", (query) => query.ilikeAnyOf("place", ["a%", "b%"]), [1, 2, 3]],
  ["regexMatch", (query) => query.regexMatch("place", "^[AB]"), [1, 2]],
  ["regexIMatch", (query) => query.regexIMatch("place", "^a"), [1, 3]],
  ["is", (query) => query.is("place", null), [4]],
  ["isDistinct", (query) => query.isDistinct("value", 10), [2, 3, 4]],
  ["in", (query) => query.in("value", [10, 30]), [1, 3]],
  ["notIn", (query) => query.notIn("value", [10, 30]), [2]],
  ["contains with an array", (query) => query.contains("tags", ["b"]), [1, 2]],
  ["contains with JSON", (query) => query.contains("detail", { kind: "air" }), [2]],
  ["containedBy", (query) => query.containedBy("tags", ["b", "c"]), [2, 3]],
  ["overlaps", (query) => query.overlaps("tags", ["a", "c"]), [1, 2, 3]],
  ["rangeGt", (query) => query.rangeGt("during", "[1,5)"), [2, 3]],
  ["rangeGte", (query) => query.rangeGte("during", "[5,6)"), [2, 3]],
  ["rangeLt", (query) => query.rangeLt("during", "[5,9)"), [1]],
  ["rangeLte", (query) => query.rangeLte("during", "[3,9)"), [1, 2]],
  ["rangeAdjacent", (query) => query.rangeAdjacent("during", "[9,10)"), [2, 3]],
  ["textSearch", (query) => query.textSearch("place", "aarhus", { config: "simple" }), [1]],
  ["match", (query) => query.match({ value: 10, place: "Aarhus" }), [1]],
  ["not", (query) => query.not("value", "in", "(10,20)"), [3]],
  ["or", (query) => query.or("value.eq.10,place.eq.Bergen"), [1, 2]],
  ["filter", (query) => query.filter("detail->>kind", "eq", "water"), [1]],
];

test.each(filters)(
  "the filter %s of the client finds exactly the rows that match",
  async (...row) => {
    const [, filter, expected] = row;
    const { data, error } = await filter(ids()).order("id");
    expect(error).toBeNull();
    expect(data?.map(({ id }) => id)).toEqual(expected);
  },
);

describe("modifiers of the client", () => {
  test("retry, abortSignal and timeouts of the client do not affect the response", async () => {
    const { data } = await ids().eq("id", 1).retry(false).abortSignal(AbortSignal.timeout(60_000));
    expect(data).toEqual([{ id: 1 }]);
    const aborted = await ids().abortSignal(AbortSignal.abort());
    expect(aborted.error?.message).toContain("AbortError");
  });

  test("rollback undoes a change if the project allows it", async () => {
    await withSetting(wire, "db_tx_end", "commit-allow-override", async () => {
      const change = readings().update({ value: 99 }).eq("id", 1).select("value").rollback();
      expect(await change).toMatchObject({ error: null, data: [{ value: 99 }] });
    });
    const { rows } = await wire.database.query(sql`select value from readings where id = 1`);
    expect(rows).toEqual([{ value: 10 }]);
  });

  test("maxAffected refuses a change of too many rows", async () => {
    // The types allow this method only for a schema with the version of PostgREST 13.
    const change = Object(readings().update({ value: 0 }).gt("id", 0));
    const { error } = await change.maxAffected(2);
    expect(error?.code).toBe("PGRST124");
  });

  test("stripNulls removes members that are null", async () => {
    const { data } = await readings().select("id, place").eq("id", 4).stripNulls();
    expect(data).toEqual([{ id: 4 }]);
  });

  test("csv returns text, and explain returns a plan if the project allows it", async () => {
    const { data } = await readings().select("id, place").eq("id", 1).csv();
    expect(data).toBe("id,place\n1,Aarhus");
    const explained = await readings().select("id").explain();
    expect(explained.status).toBe(406);
  });
});
