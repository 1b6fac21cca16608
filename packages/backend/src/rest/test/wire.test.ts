import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openWire, type Wire } from "./wire.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
});

test("an unknown table is refused with the closest name", async () => {
  const response = await wire.send("/film");
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await response.json()).toEqual({
    code: "PGRST205",
    details: null,
    hint: "Perhaps you meant the table 'public.films'",
    message: "Could not find the table 'public.film' in the schema cache",
  });
});

test("an unknown column is refused by PostgreSQL", async () => {
  const response = await wire.send("/films?select=nope");
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: "42703", message: "column films.nope does not exist" },
  ]);
});

test("a query that cannot be parsed is refused with the position and the reason", async () => {
  expect(await (await wire.send("/films?id=noop.1")).json()).toEqual({
    code: "PGRST100",
    details: 'unexpected "o" expecting "not" or operator (eq, gt, ...)',
    hint: null,
    message: '"failed to parse filter (noop.1)" (line 1, column 1)',
  });
});

test("unknown paths and methods are refused", async () => {
  expect(await (await wire.send("/films/1")).json()).toMatchObject({ code: "PGRST125" });
  expect(await (await wire.send("/films", { method: "LINK" })).json()).toMatchObject({
    code: "PGRST117",
  });
  expect((await wire.send(`/films?id=eq.${"1".repeat(70_000)}`)).status).toBe(414);
});

test("a caller with an invalid token is refused before the table is looked up", async () => {
  const response = await wire.send("/nope", { as: "expired" });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toBe(
    'Bearer error="invalid_token", error_description="JWT expired"',
  );
  expect(await response.json()).toEqual({
    code: "PGRST303",
    details: null,
    hint: null,
    message: "JWT expired",
  });
});

describe("OPTIONS", () => {
  test("OPTIONS returns the methods that a table or function allows", async () => {
    const allow = async (path: string) =>
      (await wire.send(path, { method: "OPTIONS" })).headers.get("allow");
    expect(await allow("/films")).toBe("OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
    expect(await allow("/film_titles")).toBe("OPTIONS,GET,HEAD,POST,PATCH,DELETE");
    expect(await allow("/rpc/touch")).toBe("OPTIONS,POST");
    expect(await allow("/rpc/whoami")).toBe("OPTIONS,GET,HEAD,POST");
    expect(await allow("/")).toBe("OPTIONS,GET,HEAD");
  });

  test("pages of any origin may send requests", async () => {
    const origin = { Origin: "http://elsewhere.test" };
    const preflight = await wire.send("/films", {
      method: "OPTIONS",
      headers: {
        ...origin,
        "Access-Control-Request-Method": "PATCH",
        "Access-Control-Request-Headers": "apikey, prefer",
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("apikey, prefer");
    const response = await wire.send("/films?limit=1", { headers: origin });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-expose-headers")).toContain("Content-Range");
  });
});

test("the root describes the tables and functions that the caller may use", async () => {
  const response = await wire.send("/");
  expect(response.headers.get("content-type")).toBe("application/openapi+json; charset=utf-8");
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    swagger: "2.0",
    definitions: {
      films: {
        properties: {
          director_id: {
            description:
              "Note:\nThis is a Foreign Key to `directors.id`.<fk table='directors' column='id'/>",
            format: "int32",
            type: "integer",
          },
          tags: { format: "text[]", items: { type: "string" }, type: "array" },
        },
      },
    },
    paths: {
      "/rpc/add": {
        get: {
          parameters: [
            { format: "int32", in: "query", name: "a", required: true, type: "integer" },
            { format: "int32", in: "query", name: "b", required: false, type: "integer" },
          ],
        },
      },
    },
  });
  expect(text).not.toContain("secrets");
});

test("the wire works at any mount point", async () => {
  const mounted = new Hono().route("/rest/v1", wire.rest.app);
  for (const path of ["/rest/v1", "/rest/v1/", "/rest/v1/films?limit=1", "/rest/v1/rpc/add?a=1"]) {
    expect((await mounted.request(path)).status, path).toBe(200);
  }
  expect(await (await mounted.request("/rest/v1/rpc/whoami")).json()).toMatchObject({
    path: "/rpc/whoami",
  });
});

describe("a changed schema", () => {
  const expectSoon = (path: string, status: number) =>
    eventually(async () => expect((await wire.send(path)).status).toBe(status));

  test("a changed schema is used without a reload", async () => {
    await wire.database.script("create table fresh (id int); grant all on fresh to anon");
    await expectSoon("/fresh", 200);
    await wire.database.script("drop table fresh");
    await expectSoon("/fresh", 404);
  });

  test("a changed schema is used after a reload", async () => {
    await wire.database.script("create table fresher (id int); grant all on fresher to anon");
    await wire.rest.reload();
    expect((await wire.send("/fresher")).status).toBe(200);
  });

  test("a column can be filtered by values of its new type after its type has changed", async () => {
    await wire.database.script(`
      create table typed (id int); insert into typed values (1); grant all on typed to anon`);
    await expectSoon("/typed", 200);
    const read = async (id: string) => {
      const response = await wire.send(`/typed?id=eq.${id}`);
      return [response.status, (await response.json()) as unknown];
    };
    // A connection prepares a statement when it runs it a second time, so repeat the request on every connection.
    await Promise.all(Array.from({ length: 30 }, () => read("1")));
    await wire.database.script("alter table typed alter id type text using 'a ' || id");
    await eventually(async () => expect(await read("a 1")).toEqual([200, [{ id: "a 1" }]]));
    const responses = await Promise.all(Array.from({ length: 30 }, () => read("a 1")));
    expect(new Set(responses.map(([status]) => status))).toEqual(new Set([200]));
  });

  test("a changed schema is used after NOTIFY pgrst, and so are the settings of a role", async () => {
    const alter = (change: string) =>
      wire.database.script(`do $$ begin execute format(
        'alter role authenticator in database %I ${change}', current_database()); end $$;
        notify pgrst, 'reload config'`);
    await alter("set pgrst.openapi_mode to disabled");
    await expectSoon("/", 404);
    await alter("reset pgrst.openapi_mode");
    await expectSoon("/", 200);
  });
});

test("the settings of the caller's role apply to requests", async () => {
  const role = `hurried_${randomUUID().slice(0, 8)}`;
  await wire.database.script(`
    create role ${role};
    grant ${role} to authenticator;
    alter role ${role} set statement_timeout to '4321ms';
    grant usage on schema public to ${role};
    create function timeout() returns text language sql
      as $$ select current_setting('statement_timeout') $$;
    create function dawdle() returns void language sql as 'select pg_sleep(5)'`);
  await wire.rest.reload();
  expect(await (await wire.send("/rpc/timeout", { as: `role ${role}` })).json()).toBe("4321ms");
  await wire.database.script(`alter role ${role} set statement_timeout to '20ms'`);
  await wire.rest.reload();
  const response = await wire.send("/rpc/dawdle", { as: `role ${role}` });
  expect([response.status, await response.json()]).toMatchObject([500, { code: "57014" }]);
  await wire.database.script(`drop owned by ${role}; drop role ${role}`);
});

test("only a role that is granted to the authenticator can be used", async () => {
  const response = await wire.send("/films", { as: "role supabase_admin" });
  expect([response.status, await response.json()]).toMatchObject([
    403,
    { code: "42501", message: 'permission denied to set role "supabase_admin"' },
  ]);
});

test("an unknown role is refused", async () => {
  const response = await wire.send("/films", { as: "role nobody" });
  expect([response.status, await response.json()]).toMatchObject([
    401,
    { code: "22023", message: 'role "nobody" does not exist' },
  ]);
});

test("no request has caused an internal error so far", () => {
  expect(wire.failures).toEqual([]);
});

test("an unreachable database is reported", async () => {
  await wire.close();
  const response = await wire.send("/films");
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await response.json()).toMatchObject({
    code: "PGRST001",
    message: "Database client error. Retrying the connection.",
  });
});
