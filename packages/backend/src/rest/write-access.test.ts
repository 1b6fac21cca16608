import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "../../test/auth/auth-fixture.ts";
import { openTestDatabase } from "../../test/databases/test-database.ts";
import type { Database } from "../database/port.ts";
import { sql } from "../database/sql.ts";
import { createRest, type RestWire } from "./app.ts";

let database: Database;
let rest: RestWire;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.script(`
    create role wa_editors nologin;
    create role wa_writer nologin;
    grant anon, wa_editors to wa_writer;
    grant wa_writer, service_role to authenticator;
    create table columns_only (id int primary key, title text, secret text);
    revoke all on columns_only from anon;
    grant select, insert (id, title), update (title) on columns_only to anon;
    create table everybody (id int primary key, title text);
    alter table everybody enable row level security;
    create policy everybody on everybody using (true) with check (true);
    create table inherited (id int primary key, title text);
    alter table inherited enable row level security;
    create policy editors on inherited to wa_editors using (true) with check (true);
    create table owned (id int primary key, title text);
    alter table owned enable row level security;
    alter table owned owner to wa_editors;
    create table closed (id int primary key, title text);
    alter table closed enable row level security;
    create view through as select * from closed;
    create view dropping as select * from closed;
    create function drops() returns trigger language plpgsql as 'begin return null; end';
    create trigger drops instead of insert on dropping for each row execute function drops();
    create table elsewhere (id int primary key, title text);
    alter table elsewhere enable row level security;
    create rule elsewhere as on insert to elsewhere do instead
      insert into everybody values (new.id, new.title) returning id, title;
    create table parts (id int primary key, title text) partition by range (id);
    create table parts_1 partition of parts for values from (0) to (1000000);
    alter table parts enable row level security;
    create trigger drops before insert on parts_1 for each row execute function drops();
    create function adds(id int, title text) returns int language sql security definer
      as 'insert into closed values (id, title) returning 1';
    create table called (at timestamptz);
    create function become_service() returns void language plpgsql security definer as $$
      begin
        insert into called values (now());
      end $$;
    create function before_request() returns void language plpgsql as $$
      begin
        if current_setting('request.method') <> 'GET' then perform become_service(); end if;
        perform set_config('role', 'service_role', true);
      end $$;`);
  rest = createRest({
    database,
    config: { schemas: ["public"], extra_search_path: ["public"], max_rows: 100 },
    authenticate: async () => ({ role: "wa_writer", claims: {} }),
    log: silentLog,
  });
});
afterAll(async () => {
  await rest.close();
  await database.script(`
    drop owned by wa_editors cascade;
    drop role wa_editors, wa_writer;`);
  await database.close();
});

let id = 0;

/** Sends a row with its actual Content-Length or with a large one. */
async function write(path: string, method: string, isLong: boolean, prefer = "return=minimal") {
  id++;
  const response = await rest.app.request(path.replace("?id", `?id=eq.${id}`), {
    method,
    headers: {
      "content-type": "application/json",
      prefer,
      ...(isLong && { "content-length": "1000000" }),
    },
    body: JSON.stringify(method === "PATCH" ? { title: "x" } : { id, title: "x" }),
  });
  return [response.status, (await response.text()).replaceAll(/"message":"/g, "")] as const;
}

describe("long bodies", () => {
  test.each([
    ["/columns_only", "POST", 201],
    ["/columns_only?id", "PATCH", 204],
    ["/everybody", "POST", 201],
    ["/everybody?id", "PUT", 204],
    ["/inherited", "POST", 201],
    ["/owned", "POST", 201],
    ["/closed", "POST", 403],
    ["/closed?id", "PATCH", 204],
    ["/through", "POST", 201],
    ["/dropping", "POST", 201],
    ["/elsewhere", "POST", 201],
    ["/parts", "POST", 201],
    ["/rpc/adds", "POST", 200],
  ])("a long body is accepted or refused like a short one: %s %s", async (path, method, status) => {
    const shortBody = await write(path, method, false);
    expect(shortBody[0]).toBe(status);
    expect(await write(path, method, true)).toEqual(shortBody);
    if (method !== "POST" || path.includes("rpc")) return;
    const upsert = await write(path, method, false, "resolution=merge-duplicates");
    expect(await write(path, method, true, "resolution=merge-duplicates")).toEqual(upsert);
  });

  test("a pre-request function that changes the role and writes also applies to a long body", async () => {
    await database.script(`
      do $$ begin execute format('alter role authenticator in database %I
        set pgrst.db_pre_request = ''public.before_request''', current_database()); end $$`);
    await rest.reload();
    const shortBody = await write("/closed", "POST", false);
    expect(shortBody[0]).toBe(201);
    expect(await write("/closed", "POST", true)).toEqual(shortBody);
    const { rows } = await database.query(sql`select * from called`);
    expect(rows).toHaveLength(2);
  });
});
