import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appSettingsOf } from "../settings.ts";
import { createSecondWire, openWire, type Wire, withAuthenticator, withSetting } from "./wire.ts";

/** Tests the effects of config.toml, the environment and the settings in the database. */

let wire: Wire;
beforeAll(async () => {
  wire = await openWire();
  await wire.database.script(`
    create function setting(name text) returns text language sql stable
      as 'select current_setting(name, true)';
    create schema private;
    create function private.configure() returns void language sql as $$
      select set_config('pgrst.db_max_rows', '2', true),
        set_config('pgrst.db_schemas', 'shop,public', true) $$`);
  await wire.rest.reload();
});
afterAll(() => wire.close());

async function setting(name: string): Promise<unknown> {
  return (await wire.send(`/rpc/setting?name=${name}`)).json();
}

test("functions can read settings from the environment", async () => {
  const env = { PGRST_APP_SETTINGS_API_HOST: "api.example.com", PATH: "/bin" };
  const otherWire = createSecondWire(wire, { app_settings: appSettingsOf(env) });
  const response = await otherWire.send("/rpc/setting?name=app.settings.api_host");
  expect(await response.json()).toBe("api.example.com");
  await otherWire.close();
});

test("the function of db_pre_config configures the wire, and the role's settings override it", async () => {
  const fromPublic = { headers: { "Accept-Profile": "public" } };
  await withSetting(wire, "db_pre_config", "private.configure", async () => {
    expect(await (await wire.send("/items?select=name")).json()).toEqual([{ name: "lamp" }]);
    expect(await (await wire.send("/films", fromPublic)).json()).toHaveLength(2);
    await withSetting(wire, "db_max_rows", "3", async () => {
      expect(await (await wire.send("/films", fromPublic)).json()).toHaveLength(3);
    });
  });
});

describe("a session of the authenticator", () => {
  test("a session of the authenticator has the role's settings", async () => {
    await withAuthenticator(wire, "lock_timeout", "4567ms", async () => {
      expect(await setting("lock_timeout")).toBe("4567ms");
    });
    expect(await setting("lock_timeout")).toBe("0");
  });

  test("a session of the authenticator ignores settings that the role may not set", async () => {
    await withAuthenticator(wire, "log_statement", "none", async () => {
      expect((await wire.send("/films")).status).toBe(200);
    });
  });

  test("a session of the authenticator has the database's settings", async () => {
    await wire.database.script(`do $$ begin execute format(
      'alter database %I set app.motto to ''plain words''', current_database()); end $$`);
    await wire.rest.reload();
    expect(await setting("app.motto")).toBe("plain words");
  });
});

describe("update and delete without a filter", () => {
  test.each([
    ["PATCH", "UPDATE"],
    ["DELETE", "DELETE"],
  ])("a %s without a filter is refused", async (method, command) => {
    const body = method === "PATCH" ? { body: '{"pinned":true}' } : {};
    const response = await wire.send("/notes", { method, as: "ada", ...body });
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: "21000", details: null, hint: null, message: `${command} requires a WHERE clause` },
    ]);
    expect(await (await wire.send("/notes?pinned=is.false", { as: "ada" })).json()).toHaveLength(2);
  });

  test("an update or delete without a filter changes all rows if the extension safeupdate is not loaded", async () => {
    await withAuthenticator(wire, "session_preload_libraries", "", async () => {
      const headers = { Prefer: "count=exact" };
      const body = '{"pinned":true}';
      const response = await wire.send("/notes", { method: "PATCH", as: "ada", headers, body });
      expect([response.status, response.headers.get("content-range")]).toEqual([204, "0-1/2"]);
    });
  });
});

test("only pages of the listed origins may read responses", async () => {
  const listedOrigin = { Origin: "https://app.example.com" };
  const preflightHeaders = { "Access-Control-Request-Method": "POST" };
  await withSetting(wire, "server_cors_allowed_origins", "https://app.example.com", async () => {
    const allowed = await wire.send("/films?limit=1", { headers: listedOrigin });
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
    expect(allowed.headers.get("access-control-allow-credentials")).toBe("true");
    expect(allowed.headers.get("vary")).toContain("Origin");
    for (const method of ["GET", "OPTIONS"]) {
      const headers = { Origin: "https://elsewhere.example.com", ...preflightHeaders };
      const refusal = await wire.send("/films?limit=1", { method, headers });
      expect(refusal.headers.get("access-control-allow-origin"), method).toBeNull();
    }
    const preflight = await wire.send("/films", {
      method: "OPTIONS",
      headers: { ...listedOrigin, ...preflightHeaders },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
  });
});

test("the trace header is returned, even with errors", async () => {
  await withSetting(wire, "server_trace_header", "X-Request-Id", async () => {
    for (const path of ["/films?limit=1", "/nothing"]) {
      const response = await wire.send(path, { headers: { "X-Request-Id": "r-1" } });
      expect(response.headers.get("x-request-id"), path).toBe("r-1");
    }
    expect((await wire.send("/films?limit=1")).headers.get("x-request-id")).toBeNull();
  });
});

test("errors have only a code and a message if the verbosity is minimal", async () => {
  await withSetting(wire, "client_error_verbosity", "minimal", async () => {
    expect(await (await wire.send("/film")).json()).toEqual({
      code: "PGRST205",
      message: "Could not find the table 'public.film' in the schema cache",
    });
  });
});

test("the OpenAPI document contains the proxy's URL", async () => {
  await withSetting(wire, "openapi_server_proxy_uri", "https://api.example.com/data", async () => {
    expect(await (await wire.send("/")).json()).toMatchObject({
      schemes: ["https"],
      host: "api.example.com:443",
      basePath: "/data",
    });
  });
});

test("Server-Timing measures each stage", async () => {
  await withSetting(wire, "server_timing_enabled", "true", async () => {
    const timing = (await wire.send("/films?limit=1")).headers.get("server-timing");
    const stages = timing?.split(", ").map((stage) => stage.split(";")[0]);
    expect(stages).toEqual(["jwt", "parse", "plan", "transaction", "response"]);
  });
  expect((await wire.send("/films?limit=1")).headers.get("server-timing")).toBeNull();
});

describe("the maximum size of a response", () => {
  let limitedWire: Wire;
  beforeAll(() => {
    limitedWire = createSecondWire(wire, { largest_answer: 60 });
  });
  afterAll(() => limitedWire.close());

  const title = "a title of many words that alone is longer than sixty bytes";
  const json = { accept: "application/json" };
  test.each([
    ["rows", "GET", "/films?select=id,title&limit=3", json],
    ["a single row", "GET", "/films?limit=1", { accept: "application/vnd.pgrst.object+json" }],
    ["csv", "GET", "/films?limit=3", { accept: "text/csv" }],
    ["what a function returns", "GET", "/rpc/setting?name=request.headers", { "x-more": title }],
    ["rows that were changed", "PATCH", "/films?id=eq.1", { prefer: "return=representation" }],
  ])("the maximum size applies to %s", async (_what, method, path, headers) => {
    const body = method === "PATCH" ? { body: JSON.stringify({ title }) } : {};
    const response = await limitedWire.send(path, { method, headers, ...body });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: "PGRST150",
        message: "The answer is too large",
        details: expect.stringMatching(
          /^It would have \d+ bytes\. The largest answer has 60 bytes\.$/,
        ),
        hint: "Ask for fewer columns, or for the rows in several requests, by limit and offset.",
      },
    ]);
  });

  test("the maximum size does not apply to rows that are not returned", async () => {
    for (const prefer of ["return=minimal", "return=headers-only"]) {
      const response = await limitedWire.send("/films?id=eq.0", {
        method: "PATCH",
        headers: { prefer },
        body: JSON.stringify({ title }),
      });
      expect(response.status).toBe(204);
    }
    expect((await limitedWire.send("/films?select=id&limit=2")).status).toBe(200);
    expect((await limitedWire.send("/films?limit=3", { method: "HEAD" })).status).toBe(200);
  });

  test("a request is rolled back if its response is too large", async () => {
    const titles = await (await wire.send("/films?select=title&id=eq.1")).json();
    expect(titles).not.toEqual([{ title }]);
  });
});

test("no request has caused an internal error", () => {
  expect(wire.failures).toEqual([]);
});

test("the audience of a token, if it has one, must be jwt_aud", async () => {
  const status = async (as?: string) =>
    (await wire.send("/films?limit=1", as ? { as } : {})).status;
  await withSetting(wire, "jwt_aud", "this service", async () => {
    expect([await status(), await status("service")]).toEqual([200, 200]);
    const refusal = await wire.send("/films", { as: "for others" });
    expect(refusal.status).toBe(401);
    expect(await refusal.json()).toMatchObject({
      code: "PGRST303",
      message: "JWT not in audience",
    });
  });
  await withSetting(wire, "jwt_aud", "these", async () => {
    expect(await status("for others these")).toBe(200);
  });
  expect(await status("for others")).toBe(200);
});

test("filters name an embedded table by its alias alone if the project wants it", async () => {
  const path = "/directors?select=name,old:films(title),new:films(title)&order=id&limit=1";
  const refused = `${path}&films.year=lt.2000`;
  expect((await wire.send(refused)).status).toBe(200);
  await withSetting(wire, "url_use_legacy_target_names", "false", async () => {
    const response = await wire.send(refused);
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: "PGRST108",
        details: "Target names are not allowed in filters if they have an alias",
        hint: "Change 'films' to 'old' in filters, orders or limits.",
        message: "'films' is not an embedded resource in this request",
      },
    ]);
    const twice =
      "/directors?select=films(year),old:films(year)&films.year=gt.1980&old.year=lt.1960";
    const rows = (await (await wire.send(twice)).json()) as Record<string, { year: number }[]>[];
    const years = (name: string) => rows.flatMap((row) => row[name] ?? []).map(({ year }) => year);
    expect([years("films"), years("old")]).toEqual([[1985, 1985], [1950]]);
  });
});

test("the role of a token is where the project says, and keys keep theirs", async () => {
  const roleOf = async (as: string) => {
    const response = await wire.send("/rpc/current_role_name", { as });
    return response.json();
  };
  await wire.database.script(
    "create function current_role_name() returns text language sql stable as 'select current_user'",
  );
  await wire.rest.reload();
  const inRealm = `claims ${JSON.stringify({ role: "anon", realm: { roles: ["x", "authenticated"] } })}`;
  for (const path of ["$.realm.roles[1]", '$.realm.roles[?search(@, "^auth")]']) {
    await withSetting(wire, "jwt_role_claim_key", path, async () => {
      expect(await roleOf(inRealm)).toBe("authenticated");
      expect(await roleOf(`claims ${JSON.stringify({ role: "authenticated", sub: "1" })}`)).toBe(
        "anon",
      );
      expect(await roleOf("service")).toBe("service_role");
    });
  }
  expect(await roleOf("service")).toBe("service_role");
});
