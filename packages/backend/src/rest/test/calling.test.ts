import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../database/sql.ts";
import { ada, openWire, type Wire } from "./wire.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});
afterAll(() => wire.close());

function call(name: string, body: unknown, headers: Record<string, string> = {}) {
  return wire.send(`/rpc/${name}`, { method: "POST", body: JSON.stringify(body), headers });
}

describe("functions", () => {
  test("functions accept named arguments with defaults, by POST and by GET", async () => {
    expect(await (await call("add", { a: 1, b: 2 })).json()).toBe(3);
    expect(await (await call("add", { a: 1 })).json()).toBe(11);
    expect(await (await wire.send("/rpc/add?a=4&b=5")).json()).toBe(9);
    const headResponse = await wire.send("/rpc/add?a=4", { method: "HEAD" });
    expect([headResponse.status, await headResponse.text()]).toEqual([200, ""]);
  });

  test("functions accept variadic arguments", async () => {
    expect(await (await wire.send("/rpc/total?numbers=1&numbers=2&numbers=3")).json()).toBe(6);
    expect(await (await call("total", { numbers: [4, 5] })).json()).toBe(9);
  });

  // PostgREST puts the values into an array itself, so an array literal would be a single element.
  test.each(["?numbers={4,5}", "?numbers=4&numbers={5}", "?numbers=[4,5]", "?numbers="])(
    "an array literal is refused as a variadic argument: %s",
    async (query) => {
      const response = await wire.send(`/rpc/total${query}`);
      expect([response.status, await response.json()]).toMatchObject([400, { code: "22P02" }]);
    },
  );

  test("functions accept a form's variadic arguments, one per field", async () => {
    const response = await wire.send("/rpc/total", {
      method: "POST",
      body: "numbers=4&numbers=5",
      headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
    });
    expect(await response.json()).toBe(9);
  });

  test.each(["text/plain;charset=UTF-8", 'Text/Plain; charset="utf-8"', "text/plain; x=y"])(
    "functions accept a body of %s as text/plain",
    async (type) => {
      const headers = { "content-type": type };
      const shoutResponse = await wire.send("/rpc/shout", {
        method: "POST",
        body: "héllo",
        headers,
      });
      expect(await shoutResponse.json()).toBe("HÉLLO");
      // A function with named parameters does not accept text, which `navigator.sendBeacon` sends.
      const addResponse = await wire.send("/rpc/add", { method: "POST", body: '{"a":1}', headers });
      expect([addResponse.status, await addResponse.json()]).toMatchObject([
        404,
        { code: "PGRST202" },
      ]);
    },
  );

  test("functions accept the whole body as their single unnamed argument", async () => {
    expect(await (await call("echo", { a: [1, 2.5] })).json()).toEqual({ a: [1, 2.5] });
    const shoutResponse = await wire.send("/rpc/shout", {
      method: "POST",
      body: "hello",
      headers: { "content-type": "text/plain" },
    });
    expect(await shoutResponse.json()).toBe("HELLO");
  });

  test("functions without a result respond with 204", async () => {
    const response = await call("touch", {});
    expect([response.status, await response.text()]).toEqual([204, ""]);
  });

  test("results of set-returning functions can be filtered, paged and embedded into", async () => {
    const response = await wire.send(
      "/rpc/films_of?decade=1980&select=title,directors(name)&order=title&limit=1",
      { headers: { Prefer: "count=exact" } },
    );
    expect([response.status, response.headers.get("content-range")]).toEqual([206, "0-0/2"]);
    expect(await response.json()).toEqual([
      { title: "Ran", directors: { name: "Akira Kurosawa" } },
    ]);
    const filteredResponse = await wire.send("/rpc/films_of?select=title&year=eq.1962", {
      method: "POST",
      body: JSON.stringify({ decade: 1960 }),
    });
    expect(await filteredResponse.json()).toEqual([{ title: "Cléo from 5 to 7" }]);
  });

  test("functions that return one row respond with an object", async () => {
    const response = await call("rename_film", { film: 2, new_title: "Sans toit ni loi" });
    expect(await response.json()).toMatchObject({ id: 2, title: "Sans toit ni loi" });
    await call("rename_film", { film: 2, new_title: "Vagabond" });
  });

  test("functions that write cannot be called by GET", async () => {
    const response = await wire.send("/rpc/rename_film?film=2&new_title=x");
    expect([response.status, await response.json()]).toMatchObject([405, { code: "25006" }]);
    expect((await wire.send("/rpc/touch", { method: "DELETE" })).status).toBe(405);
  });

  test("functions can read the caller and the request", async () => {
    const response = await wire.send("/rpc/whoami", {
      as: "ada",
      headers: { "X-Agent": "007", Cookie: "taste=sweet; other=1", Prefer: "timezone=Asia/Tokyo" },
    });
    expect(response.headers.get("preference-applied")).toBe("timezone=Asia/Tokyo");
    expect(await response.json()).toEqual({
      role: "authenticated",
      claims: { sub: ada, role: "authenticated" },
      method: "GET",
      path: "/rpc/whoami",
      agent: "007",
      cookie: "sweet",
      zone: "Asia/Tokyo",
      search: '"public", "public", "extensions"',
    });
  });

  test("functions may set the status and headers", async () => {
    const response = await call("teapot", {});
    expect([response.status, response.headers.get("x-tea"), await response.json()]).toEqual([
      418,
      "green",
      "tea",
    ]);
  });
});

describe("refusals", () => {
  test("a missing function is refused with the closest name", async () => {
    const response = await call("ad", { a: 1 });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      code: "PGRST202",
      details:
        "Searched for the function public.ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
      hint: null,
      message: "Could not find the function public.ad(a) in the schema cache",
    });
    const wrongArgument = await wire.send("/rpc/add?a=1&c=2");
    expect(await wrongArgument.json()).toMatchObject({
      code: "PGRST202",
      hint: "Perhaps you meant to call the function public.add(a, b)",
    });
    expect(await (await wire.send("/rpc/whoam")).json()).toMatchObject({
      hint: "Perhaps you meant to call the function public.whoami",
    });
  });

  test("overloads that argument names do not distinguish are listed in the error", async () => {
    const response = await call("overloaded", { a: 1 });
    expect(response.status).toBe(300);
    expect(await response.json()).toMatchObject({
      code: "PGRST203",
      message:
        "Could not choose the best candidate function between: public.overloaded(a => integer), public.overloaded(a => text)",
    });
  });

  test.each([
    ["P0001", 400],
    ["23503", 409],
    ["PT402", 402],
    ["28000", 403],
    ["55000", 500],
    ["22012", 400],
  ])("SQLSTATE %s becomes the status %d", async (sqlstate, status) => {
    const response = await call("refuse", { state: sqlstate, word: "no" });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      code: sqlstate,
      details: "why",
      hint: "how",
      message: "no",
    });
  });

  test("RAISE SQLSTATE 'PGRST' sets the whole response", async () => {
    const response = await call("raise_all", {});
    expect([response.status, response.headers.get("x-plan")]).toEqual([402, "free"]);
    expect(await response.json()).toEqual({
      code: "123",
      details: "Quota",
      hint: "Upgrade",
      message: "Payment required",
    });
    expect(await (await call("refuse", { state: "PGRST", word: "x" })).json()).toMatchObject({
      code: "PGRST121",
      details: "Invalid JSON value for MESSAGE: 'x'",
    });
  });

  test("a session setting that a function changes does not affect other requests", async () => {
    await wire.database.script(`
      create function remember(value text) returns text language plpgsql as $f$ begin
        execute 'set session authorization service_role';
        return set_config('app.tenant', value, false);
      end $f$;
      create function recall() returns text language sql stable as $f$
        select coalesce(current_setting('app.tenant', true), '') $f$`);
    await wire.rest.reload();
    const user = sql`select session_user::text, current_user::text`;
    const { rows: owner } = await wire.database.query(user);
    for (const accept of ["application/json", "application/vnd.pgrst.object+json"]) {
      const response = await call("remember", { value: "secret" }, { accept });
      expect([response.status, await response.json()]).toEqual([200, "secret"]);
      expect(await (await call("recall", {})).json()).toBe("");
      expect((await wire.database.query(user)).rows).toEqual(owner);
    }
  });

  test("an invalid header or status from a function is an error", async () => {
    const raiseWithDetail = async (detail: string) => {
      await wire.database.script(`create or replace function raise_odd() returns void language plpgsql as $f$ begin
        raise sqlstate 'PGRST' using message = '{"code": "1", "message": "m"}', detail = '${detail}';
      end $f$`);
      const response = await call("raise_odd", {});
      return [response.status, await response.json()];
    };
    await wire.database.script("create function raise_odd() returns void language sql as ''");
    await wire.rest.reload();
    for (const detail of [
      '{"status": 402, "headers": {"X-Y": "a\\nb"}}',
      '{"status": 402, "headers": {"X Y": "a"}}',
      '{"status": 99, "headers": {}}',
      '{"status": 402, "status_text": "a\\nb", "headers": {}}',
      "nonsense",
    ]) {
      expect(await raiseWithDetail(detail)).toMatchObject([500, { code: "PGRST121" }]);
    }
    expect(wire.failures).toEqual([]);
  });
});
