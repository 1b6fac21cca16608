import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../../test/databases/test-database.ts";
import type { Database } from "../../database/port.ts";
import { createWire, type Wire } from "./wire.ts";

// Tests "Functions with a single unnamed parameter" and "Variadic functions" of PostgREST's documentation
// (https://docs.postgrest.org/en/v14/references/api/functions.html).

let database: Database;
let wire: Wire;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script(`
    create function mult_them(json) returns int language sql immutable
      as $$ select ($1 ->> 'x')::int * ($1 ->> 'y')::int $$;
    create function length_of(bytea) returns int language sql immutable as 'select length($1)';
    create function shout(text) returns text language sql immutable as 'select upper($1)';
    create function plus_one(variadic v int[]) returns int[] language sql immutable
      as 'select array_agg(n + 1) from unnest(v) as n';
    grant execute on all functions in schema public to anon;`);
  wire = createWire(database, {});
});
afterAll(async () => {
  await wire.close();
  await database.close();
});

async function post(name: string, type: string, body: string | Uint8Array<ArrayBuffer>) {
  const headers = { "content-type": type };
  const response = await wire.send(`/rpc/${name}`, { method: "POST", body, headers });
  return { status: response.status, body: await response.json() };
}

describe("a function with a single unnamed parameter", () => {
  test("a function with an unnamed json parameter receives the unchanged body", async () => {
    const result = await post("mult_them", "application/json", '{ "x": 4, "y": 2 }');
    expect(result).toEqual({ status: 200, body: 8 });
  });

  test("a function with an unnamed bytea parameter receives the bytes of application/octet-stream", async () => {
    const bytes = new Uint8Array([0, 255, 92, 39, 10]);
    expect(await post("length_of", "application/octet-stream", bytes)).toEqual({
      status: 200,
      body: 5,
    });
  });

  test.each(["text/plain", "text/plain;charset=UTF-8"])(
    "a function with an unnamed text parameter receives %s",
    async (type) => {
      const result = await post("shout", type, "o'clock \\ 1\n2");
      expect(result).toEqual({ status: 200, body: "O'CLOCK \\ 1\n2" });
    },
  );

  test.each([
    ["shout", "application/json", '"hello"'],
    ["mult_them", "text/plain", '{"x":1,"y":1}'],
    ["length_of", "text/plain", "x"],
  ])(
    "a function with an unnamed parameter is not found for a body of another type: %s by %s",
    async (name, type, body) => {
      const result = await post(name, type, body);
      expect(result).toMatchObject({ status: 404, body: { code: "PGRST202" } });
    },
  );
});

describe("a variadic function", () => {
  test("a variadic function accepts an array in JSON, and a repeated parameter in the URL", async () => {
    expect(await post("plus_one", "application/json", '{"v": [1, 2, 3, 4]}')).toEqual({
      status: 200,
      body: [2, 3, 4, 5],
    });
    const repeatedParameter = await wire.send("/rpc/plus_one?v=1&v=2&v=3&v=4");
    expect(await repeatedParameter.json()).toEqual([2, 3, 4, 5]);
    const singleParameter = await wire.send("/rpc/plus_one?v=1");
    expect(await singleParameter.json()).toEqual([2]);
  });
});
