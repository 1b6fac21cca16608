import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  connectMcp,
  postMcp,
  readOnlyTools,
  startMcpServer,
} from "../../test/servers/mcp-server.ts";
import { sql } from "../database/sql.ts";

let mcp: Awaited<ReturnType<typeof startMcpServer>>;
beforeAll(async () => {
  mcp = await startMcpServer();
});
afterAll(() => mcp.close());

describe("MCP with read_only=true", () => {
  test("with read_only=true, only tools that read are listed", async () => {
    const client = await connectMcp(mcp.server.origin, "?read_only=true");
    expect(await client.toolNames()).toEqual(readOnlyTools);
  });

  test("with read_only=true, SQL reads rows that row-level security hides from users", async () => {
    const client = await connectMcp(mcp.server.origin, "?read_only=true");
    await mcp.database.script("create table private (id int); insert into private values (7);");
    await mcp.database.script("alter table private enable row level security");
    const { result } = await client.resultOf("execute_sql", { query: "select * from private" });
    expect(result).toContain('[{"id":7}]');
  });

  test.each([
    "insert into notes values (5)",
    "with new as (insert into notes values (5) returning id) select * from new",
    "explain analyze insert into notes values (5)",
    "select 1; insert into notes values (5)",
    "do $$ begin insert into notes values (5); end $$",
    "set role postgres",
    "copy notes to '/tmp/notes'",
    "select pg_ls_dir('.')",
    "select pg_read_file('PG_VERSION')",
    "create table more (id int)",
    "select set_config('transaction_read_only', 'off', true), nextval('pg_temp.x')",
    "select set_config('role', 'postgres', false)",
    "select set_config('role', 'none', true), pg_ls_dir('.')",
    "select set_config('session_authorization', 'postgres', true)",
    "select set_config('session_authorization', session_user, true), pg_read_file('PG_VERSION')",
    "select query_to_xml('reset role', true, true, '')",
    "select query_to_xml($$select set_config('role', 'postgres', true)$$, true, true, '')",
    "explain analyze select set_config('role', 'postgres', true)",
    "with taken as (select set_config('role', 'none', true)) select pg_ls_dir('.') from taken",
    "commit",
  ])("with read_only=true, the statement is refused: %s", async (query) => {
    const client = await connectMcp(mcp.server.origin, "?read_only=true");
    await client.failureOf("execute_sql", { query });
    expect((await mcp.database.query(sql`select from notes where id = 5`)).rows).toEqual([]);
  });

  test("values that a JavaScript number cannot represent are read exactly", async () => {
    const client = await connectMcp(mcp.server.origin, "?read_only=true");
    const { result } = await client.resultOf("execute_sql", {
      query:
        "select 9007199254740993 as large, 7 as small, '\\x0aff'::bytea as bytes, null as nothing",
    });
    expect(result).toContain(
      '[{"large":"9007199254740993","small":7,"bytes":"\\\\x0aff","nothing":null}]',
    );
    expect(
      (await client.resultOf("execute_sql", { query: "show server_encoding" })).result,
    ).toContain('[{"server_encoding":"UTF8"}]');
    expect(
      (await client.resultOf("execute_sql", { query: "explain select 1 -- a comment" })).result,
    ).toContain('"QUERY PLAN":"Result');
  });

  test("with read_only=true, a query cannot send a notification", async () => {
    const received: unknown[] = [];
    const stop = await mcp.database.listen("agents", (payload) => received.push(payload));
    const client = await connectMcp(mcp.server.origin, "?read_only=true");
    await client.resultOf("execute_sql", { query: "select pg_notify('agents', 'forged')" });
    await mcp.database.query(sql`select pg_notify('agents', 'own')`);
    await expect.poll(() => received).toContain("own");
    expect(received).not.toContain("forged");
    await stop();
  });

  test("with read_only=true, calls of tools that write are refused", async () => {
    const client = await connectMcp(mcp.server.origin, "?read_only=true");
    const results = [
      await client.call("apply_migration", { name: "more", query: "create table more (id int)" }),
      await client.call("deploy_edge_function", { name: "more", files: [] }),
    ];
    expect(results.map(({ isError, text }) => [isError, /read-only/.test(text)])).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  test.each(["?read_only=maybe", "?read_only=true&read_only=false", "?features=branching"])(
    "the server refuses the invalid query %s",
    async (query) => {
      const response = await fetch(`${mcp.server.origin}/mcp${query}`, { method: "POST" });
      expect(response.status).toBe(400);
      expect(await response.text()).toMatch(/read_only must|no feature group/);
    },
  );
});

describe("access to /mcp", () => {
  test("a client that is not a browser may use /mcp", async () => {
    expect(await postMcp(mcp.server.origin)).toMatchObject({ status: 200 });
  });

  test.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:3000" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-origin" },
  ])("a request of a page in a browser is refused: %j", async (headers) => {
    expect(await postMcp(mcp.server.origin, headers as Record<string, string>)).toMatchObject({
      status: 403,
    });
  });

  test("a request of a page of the server's own origin is refused", async () => {
    expect(await postMcp(mcp.server.origin, { origin: mcp.server.origin })).toMatchObject({
      status: 403,
    });
  });

  test("a request with a foreign host name, as in DNS rebinding, is refused", async () => {
    expect(await postMcp(mcp.server.origin, { host: "evil.example" })).toMatchObject({
      status: 421,
    });
  });

  test.each(["x-forwarded-for", "via", "cf-ray"])(
    "a request through a proxy that sends %s is refused",
    async (name) => {
      expect(await postMcp(mcp.server.origin, { [name]: "127.0.0.1" })).toMatchObject({
        status: 403,
      });
    },
  );

  test("a body that is too long is refused", async () => {
    const { status, body } = await postMcp(mcp.server.origin, {}, `"${"x".repeat(2 << 20)}"`);
    expect(status).toBe(413);
    expect(body).toContain("at most 1048576 bytes");
  });

  test.each([
    ["NODE_ENV is production", { env: { NODE_ENV: "production" } }],
    ["the server can be reached from other machines", { host: "0.0.0.0" }],
    [
      "the inbox is exposed in production",
      { env: { NODE_ENV: "production" }, expose: { inbox: true } },
    ],
  ])("/mcp does not exist if %s", async (_, options) => {
    const otherServer = await mcp.start(options);
    onTestFinished(() => otherServer.close());
    expect(await postMcp(otherServer.origin)).toMatchObject({ status: 404 });
  });
});
