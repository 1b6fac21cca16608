import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer } from "../../../test/servers/test-server.ts";
import type { Database } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import { createLog } from "../../log/log.ts";
import type { RunningServer } from "../server.ts";

const config = `
  [auth.email]
  enable_confirmations = false
  [auth.rate_limit]
  sign_in_sign_ups = 1000`;

const profiles = "create table public.profiles (id uuid references auth.users on delete cascade);";

const lines: { msg: string; err: { message: string; code: string } }[] = [];
const log = createLog("error", { write: (line) => void lines.push(JSON.parse(line)) });
beforeEach(() => {
  lines.length = 0;
});

let count = 0;
const signUp = async ({ origin, keys }: RunningServer) => {
  const response = await fetch(`${origin}/auth/v1/signup`, {
    method: "POST",
    headers: {
      apikey: keys.publishable,
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
    },
    body: JSON.stringify({ email: `user${++count}@example.com`, password: "correct horse" }),
  });
  const body = (await response.json()) as { user?: { id: string } };
  return { status: response.status, body };
};

const refused = {
  status: 500,
  body: { code: "unexpected_failure", message: "Database error saving new user" },
};

/** Changes the schema, and waits until the server has received the notification. */
async function migrate({ database }: RunningServer, script: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = await database.listen("pgrst", () => resolve());
  await database.script(script);
  await promise;
  await stop();
}

describe("a project whose trigger on auth.users fails on the hosted service", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(
      {
        "supabase/config.toml": config,
        "supabase/migrations/1_profiles.sql": `${profiles}
          create function public.handle_new_user() returns trigger
            language plpgsql security definer as $$
            begin insert into profiles values (new.id); return new; end $$;
          create trigger on_auth_user_created after insert on auth.users
            for each row execute function public.handle_new_user();`,
      },
      { log },
    );
  });
  afterAll(() => server.close());

  const remedy =
    "Write names with their schema (public.profiles), and run: alter function public.handle_new_user() security definer set search_path = '';";

  test("the start, the response and the log name the same function and remedy", async () => {
    expect(server.warnings).toContainEqual(
      `The trigger on_auth_user_created on auth.users fails here, as on the hosted service, which runs it as supabase_auth_admin with the search path auth: public.handle_new_user() names profiles without its schema. ${remedy}`,
    );
    expect(await signUp(server)).toEqual(refused);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: "Database error saving new user",
        err: expect.objectContaining({
          code: "42P01",
          message: `relation "profiles" does not exist. The trigger function public.handle_new_user() runs with the search path auth, as on the hosted service. ${remedy}`,
        }),
      }),
    ]);
  });

  test("a trigger with the remedy lacks rights until it is security definer", async () => {
    await migrate(
      server,
      `create or replace function public.handle_new_user() returns trigger
         language plpgsql as $$
         begin insert into public.profiles values (new.id); return new; end $$`,
    );
    expect(await signUp(server)).toEqual(refused);
    expect(lines.map(({ err }) => err)).toEqual([
      expect.objectContaining({
        code: "42501",
        message: expect.stringMatching(
          /^permission denied for table profiles\. The trigger function public\.handle_new_user\(\) runs with the rights of supabase_auth_admin, as on the hosted service\. .*security definer set search_path = '';$/,
        ),
      }),
    ]);
    await migrate(
      server,
      "alter function public.handle_new_user() security definer set search_path = ''",
    );
    expect((await signUp(server)).status).toBe(200);
    const profiles = await server.database.query(sql`select from public.profiles`);
    expect(profiles.rows).toHaveLength(1);
  });

  test("an error with another cause is logged unchanged", async () => {
    await migrate(
      server,
      `create or replace function public.handle_new_user() returns trigger
         language plpgsql security definer set search_path = '' as $$
         begin insert into missing values (new.id); return new; end $$`,
    );
    expect(await signUp(server)).toEqual(refused);
    expect(lines.map(({ err }) => err.message)).toEqual(['relation "missing" does not exist']);
  });
});

describe("a project without triggers on auth.users", () => {
  let server: RunningServer;
  const statements: string[] = [];
  /** Records which statements begin transactions, and which run on their own. */
  const recorded = (database: Database): Database => ({
    ...database,
    query: (statement) => {
      statements.push(statement.text);
      return database.query(statement);
    },
    batch: (batch, options) => {
      statements.push(...(options?.first ?? []).map(({ text }) => text));
      return database.batch(batch, options);
    },
    transaction: (work, options) => {
      statements.push(...(options?.first ?? []).map(({ text }) => text));
      return database.transaction(work, options);
    },
    withLimits: (share) => recorded(database.withLimits(share)),
  });
  const roles = () => statements.filter((text) => text.includes("'supabase_auth_admin', true"));
  const lookups = () => statements.filter((text) => text.includes("with recursive written"));
  beforeAll(async () => {
    server = await startTestServer(
      { "supabase/config.toml": config, "supabase/migrations/1_profiles.sql": profiles },
      { log, interceptors: { wrapped: recorded } },
    );
  });
  afterAll(() => server.close());

  test("a project without triggers on auth.users sends no further statement with a request", async () => {
    expect((await signUp(server)).status).toBe(200);
    expect((await signUp(server)).status).toBe(200);
    expect(roles()).toEqual([]);
    expect(lookups()).toHaveLength(1);
  });

  test("a project that adds a trigger on auth.users is treated like the others, even through a foreign key", async () => {
    await migrate(
      server,
      `create table public.farewells (at timestamptz default now());
       create function public.say_farewell() returns trigger language plpgsql as $$
         begin insert into farewells default values; return old; end $$;
       create trigger say_farewell before delete on public.profiles
         for each row execute function public.say_farewell()`,
    );
    const id = (await signUp(server)).body.user?.id;
    await server.database.query(sql`insert into public.profiles values (${id})`);
    statements.length = 0;
    const deletion = () =>
      fetch(`${server.origin}/auth/v1/admin/users/${id}`, {
        method: "DELETE",
        headers: { apikey: server.keys.secret, authorization: `Bearer ${server.keys.secret}` },
      });
    expect((await deletion()).status).toBe(500);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: "Database error deleting user",
        err: expect.objectContaining({
          message: expect.stringContaining("alter function public.say_farewell()"),
        }),
      }),
    ]);
    expect(roles()).toHaveLength(1);
    await migrate(server, "drop trigger say_farewell on public.profiles");
    expect((await deletion()).status).toBe(200);
    expect(roles()).toHaveLength(1);
  });
});
