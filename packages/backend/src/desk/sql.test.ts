import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import { deskOn } from "../../test/servers/desk.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";

let database: Database;
let desk: ReturnType<typeof deskOn>;
const ada = "0b0a2f0e-6a0f-4a5e-9d43-0c8f6b7f0a01";

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOn(database);
  await database.script(`
    insert into auth.users (id, email, aud, role) values ('${ada}', 'ada@example.com', 'authenticated', 'authenticated');
    create table public.notes (id int primary key, title text);
    alter table public.notes enable row level security;
    insert into public.notes select n, 'Note ' || n from generate_series(1, 20) as n;`);
});
afterAll(() => database.close());

const run = (text: string, more: object = {}, path = "/sql") =>
  desk.post(path, { text, as: { role: "postgres" }, ...more });
const countOf = async () =>
  (await database.query<{ n: number }>(sql`select count(*)::int as n from public.notes`)).rows[0]
    ?.n;

describe("a script", () => {
  test("each statement returns its columns, even two of the same name, and PostgreSQL's texts", async () => {
    const { body } = await run(`
      select 1 as a, 'x' as a, 9007199254740993::bigint as big, null as nothing,
        timestamptz '2026-01-01 00:00:00.123456+00' at time zone 'utc' as at, array[1, 2] as list;
      update public.notes set title = title where id <= 3 returning id;
      select 1 as one where false`);
    expect(body.results).toMatchObject([
      {
        command: "SELECT",
        columns: [
          { name: "a", type: "integer" },
          { name: "a", type: "text" },
          { name: "big", type: "bigint" },
          { name: "nothing", type: "text" },
          { name: "at", type: "timestamp without time zone" },
          { name: "list", type: "integer[]" },
        ],
        rows: [["1", "x", "9007199254740993", null, "2026-01-01 00:00:00.123456", "{1,2}"]],
        hasMore: false,
      },
      { command: "UPDATE", affected: 3, rows: [["1"], ["2"], ["3"]] },
      { columns: [{ name: "one", type: "integer" }], rows: [], hasMore: false },
    ]);
  });

  test("the numbers of rows and the lengths of values are limited", async () => {
    const { body } = await run(
      "select n from generate_series(1, 1000000) as n; select repeat('x', 100000) as long",
      { mostRows: 3 },
    );
    expect(body.results[0]).toMatchObject({ rows: [["1"], ["2"], ["3"]], hasMore: true });
    expect(body.results[1].isCut).toBe(true);
    expect(body.results[1].rows[0][0]).toHaveLength(2001);
    const withAllRows = await run("select n from generate_series(1, 3) as n", { mostRows: 4 });
    expect(withAllRows.body.results[0]).toMatchObject({
      rows: [["1"], ["2"], ["3"]],
      hasMore: false,
    });
    const tooLarge = await run("select repeat('x', 1000000) from generate_series(1, 60)");
    expect(tooLarge).toMatchObject({ status: 400, body: { code: "result_too_large" } });
  });

  test("a script that fails has no effect, and the error contains the position", async () => {
    const text = "delete from public.notes;\nselect nothing from public.notes";
    expect(await run(text)).toMatchObject({
      status: 400,
      body: { sqlstate: "42703", statement: 1, position: text.indexOf("nothing") + 1 },
    });
    expect(await countOf()).toBe(20);
  });

  test("a script can be rolled back", async () => {
    const { body } = await run("delete from public.notes", { isDryRun: true });
    expect(body.results[0]).toMatchObject({ command: "DELETE", affected: 20 });
    expect(await countOf()).toBe(20);
  });

  test.each([
    "commit",
    "rollback; drop table public.notes",
    "rollback /* to */ work; drop table public.notes",
    "rollback -- to\n work; drop table public.notes",
    "abort /* /* prepared */ to */ work; drop table public.notes",
    "prepare /* */ transaction 'a'",
    "begin",
    "vacuum",
    "copy notes from stdin",
  ])("a script cannot end its transaction, and thereby its role: %s", async (text) => {
    const { status, body } = await run(`select 1; ${text}`, { as: { role: "anon" } });
    expect([status, body.code]).toEqual([400, "not_in_transaction"]);
    expect(await countOf()).toBe(20);
  });

  test("a script may roll back to a savepoint", async () => {
    const { body } = await run(`savepoint a; delete from public.notes; rollback to a;
      savepoint b; delete from public.notes; rollback /* all */ work to savepoint b; release b`);
    expect(body.results).toHaveLength(7);
    expect(await countOf()).toBe(20);
  });

  test("a script runs as a user with the given claims, and the role ends with the script", async () => {
    const as = { role: "authenticated", user: ada, claims: { aal: "aal2" } };
    const { body } = await run(
      "select current_user, auth.uid(), auth.jwt() ->> 'aal', (select count(*) from public.notes)",
      { as },
    );
    expect(body.results[0].rows).toEqual([["authenticated", ada, "aal2", "0"]]);
    await run("set role anon; set statement_timeout = 1");
    const { body: next } = await run("select current_user, current_setting('statement_timeout')");
    expect(next.results[0].rows[0][0]).toBe("postgres");
    expect(next.results[0].rows[0][1]).not.toBe("1ms");
  });

  test("a script has the settings of the REST API: the hook's claims, the request and `app.settings`", async () => {
    await database.script(`
      create function public.add_plan(event jsonb) returns jsonb language sql as
        $$ select jsonb_set(event, '{claims,plan}', '"gold"') $$;
      grant execute on function public.add_plan to supabase_auth_admin;`);
    const uri = "pg-functions://postgres/public/add_plan";
    const deskWithHook = deskOn(database, {
      config: { auth: { hook: { custom_access_token: { enabled: true, uri } } } },
      env: { PGRST_APP_SETTINGS_API_HOST: "api.example.com" },
    });
    const text = `
      select auth.jwt() ->> 'plan', auth.jwt() ->> 'aal', auth.jwt() ->> 'session_id' is not null,
        current_setting('request.headers')::json ->> 'x-tenant', current_setting('request.method'),
        current_setting('request.path'), current_setting('app.settings.api_host')`;
    const as = { role: "authenticated", user: ada, claims: { aal: "aal2" } };
    const { body } = await deskWithHook.post("/sql", {
      text,
      as: { ...as, headers: { "X-Tenant": "acme" } },
    });
    expect(body.results[0].rows).toEqual([
      ["gold", "aal2", "t", "acme", "GET", "/", "api.example.com"],
    ]);
    await database.script(
      "revoke execute on function public.add_plan from public, supabase_auth_admin",
    );
    const failedHook = await deskWithHook.post("/sql", { text, as });
    expect(failedHook).toMatchObject({ status: 400, body: { code: "mistake" } });
    expect(failedHook.body.message).toContain("custom_access_token");
  });

  test("a script with a role that no client can have is refused", async () => {
    const as = { role: "authenticated", user: ada, claims: { role: "postgres" } };
    expect(await run("select 1", { as })).toMatchObject({ body: { code: "invalid_role" } });
  });

  test("a script without a statement is refused", async () => {
    expect(await run(" -- nothing\n;")).toMatchObject({ body: { code: "invalid_request" } });
  });
});

describe("a plan", () => {
  test("a plan has the times of an execution that is rolled back", async () => {
    const { body } = await run("delete from public.notes where id < 5;", {}, "/sql/explain");
    expect(body.plan[0].Plan).toMatchObject({ "Node Type": "ModifyTable" });
    expect(body.plan[0]["Execution Time"]).toBeTypeOf("number");
    expect(await countOf()).toBe(20);
  });

  test("a plan of several statements is refused, and an error contains the position", async () => {
    expect(await run("select 1; select 2", {}, "/sql/explain")).toMatchObject({ status: 400 });
    expect(await run("  select nothing", {}, "/sql/explain")).toMatchObject({
      body: { sqlstate: "42703", position: 10 },
    });
  });
});
