import { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Pooler, pgbouncers, startPooler } from "../../../test/databases/pgbouncer.ts";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { type Command, portico } from "../../../test/processes/portico-command.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";
import { memoryStorage } from "../../testing/memory-storage.ts";

const poolerPrograms = pgbouncers();
const isPostgres = process.env["TEST_DATABASE_URL"] !== undefined;

const notes = `
create table notes (id bigint generated always as identity primary key, owner uuid default auth.uid(), title text);
alter table notes enable row level security;
create policy own on notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
create function greet(name text) returns text language sql as $$ select 'Hello ' || name $$;
create function remember(value text) returns void language plpgsql as $$ begin
  execute 'set role anon'; perform set_config('app.tenant', value, false); end $$;
create function recall() returns text language sql stable as $$ select current_setting('app.tenant', true) $$;`;

/** Performs all actions of a user with the official clients. Any failing step fails the test. */
async function useEveryWire(origin: string, key: string, name: string): Promise<void> {
  const headers = { apikey: key };
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers,
    storage: memoryStorage(),
    autoRefreshToken: false,
  });
  const credentials = { email: `${name}@example.com`, password: "correct horse battery" };
  const expectSuccess = async <Answer extends { error: unknown }>(step: PromiseLike<Answer>) => {
    const result = await step;
    if (result.error) throw result.error;
    return result;
  };
  await expectSuccess(auth.signUp(credentials));
  await expectSuccess(auth.signInWithPassword(credentials));
  await expectSuccess(auth.updateUser({ data: { name } }));
  const { data: refreshed } = await expectSuccess(auth.refreshSession());
  const token = refreshed.session?.access_token ?? "";
  const data = new PostgrestClient(`${origin}/rest/v1`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  for (let round = 1; round <= 5; round++) {
    await expectSuccess(data.from("notes").insert({ title: `${name} ${round}` }));
    const { data: own } = await expectSuccess(data.from("notes").select("title").order("id"));
    expect(own?.length).toBe(round);
    expect(own?.every(({ title }) => title.startsWith(`${name} `))).toBe(true);
  }
  await expectSuccess(
    data
      .from("notes")
      .update({ title: `${name} again` })
      .gte("id", 0),
  );
  expect((await expectSuccess(data.rpc("greet", { name }))).data).toBe(`Hello ${name}`);
  await expectSuccess(data.from("notes").delete().gte("id", 0));
  await expectSuccess(auth.signOut());
}

for (const program of isPostgres ? poolerPrograms : []) {
  describe(`behind ${program}, which lends connections for transactions`, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let storage: Awaited<ReturnType<typeof makeTestStorage>>;
    let pooler: Pooler;
    let direct: pg.Client;
    let url = "";
    const processes: Command[] = [];
    let origins: string[] = [];

    const startCommand = (env: Readonly<Record<string, string>>): Command => {
      const command = portico(
        ["start", "--port", "0", "--project", folder.path, "--expose-inbox"],
        env,
      );
      processes.push(command);
      return command;
    };

    beforeAll(async () => {
      folder = await temporaryFolder({
        "supabase/config.toml":
          "[auth.rate_limit]\nsign_in_sign_ups = 100000\ntoken_refresh = 100000\n",
        "supabase/migrations/1_notes.sql": notes,
      });
      storage = await makeTestStorage();
      url = "url" in storage.storage ? storage.storage.url : "";
      pooler = await startPooler(program, url);
      direct = new pg.Client({ connectionString: url });
      await direct.connect();
      // Two processes whose prepared statements have the same names, and a third that treats the pooler as PostgreSQL
      // itself.
      const databaseVariables = { DATABASE_URL: pooler.url };
      const preparing = { ...databaseVariables, DATABASE_PREPARED_STATEMENTS: "true" };
      origins = [
        await startCommand(databaseVariables).origin,
        ...(await Promise.all([
          startCommand(databaseVariables).origin,
          startCommand(preparing).origin,
        ])),
      ];
    });
    afterAll(async () => {
      for (const { process } of processes) process.kill("SIGTERM");
      await Promise.all(processes.map(({ ended }) => ended));
      await direct.end();
      await pooler.close();
      await storage.drop();
      await folder.remove();
    });

    const key = () => processes[0]?.output().match(/Publishable key +(\S+)/)?.[1] ?? "";

    test("twelve concurrent users can use every wire in three processes", async () => {
      const journeys = Array.from({ length: 12 }, (_, index) =>
        useEveryWire(origins[index % 3] ?? "", key(), `person${index}`),
      );
      await Promise.all(journeys);
      const { rows } = await direct.query("select count(*)::int as users from auth.users");
      expect(rows).toEqual([{ users: 12 }]);
    });

    test("a setting that a function changes does not reach other processes through a pooler, and sessions keep their name", async () => {
      const call = (origin: string | undefined, name: string, body: object) =>
        fetch(`${origin}/rest/v1/rpc/${name}`, {
          method: "POST",
          headers: { apikey: key(), "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      for (const origin of origins) {
        expect((await call(origin, "remember", { value: "secret" })).status).toBe(204);
      }
      // More users than the pooler has sessions.
      for (let round = 0; round < 6; round++) {
        for (const origin of origins) {
          expect(await (await call(origin, "recall", {})).json()).toBeOneOf(["", null]);
          const { status } = await fetch(`${origin}/auth/v1/recover`, {
            method: "POST",
            headers: { apikey: key() },
            body: JSON.stringify({ email: "nobody@example.com" }),
          });
          expect(status).toBeOneOf([200, 429]);
        }
      }
      const { rows } = await direct.query(
        `select distinct application_name as name from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      expect(rows).toEqual([{ name: "portico" }]);
    });

    test("a new table is served soon even without notifications", async () => {
      const sendRequest = () =>
        fetch(`${origins[1]}/rest/v1/latecomers`, { headers: { apikey: key() } }).then(
          ({ status }) => status,
        );
      expect(await sendRequest()).toBe(404);
      await direct.query("create table latecomers (id int); grant select on latecomers to anon");
      await expect.poll(sendRequest, { timeout: 15_000, interval: 250 }).toBe(200);
    });

    test("a request's settings do not stay on a pooled connection", async () => {
      const foreign = new pg.Client({ connectionString: pooler.url });
      await foreign.connect();
      for (let round = 0; round < 20; round++) {
        const { rows } = await foreign.query(`
          select current_user as role, current_setting('request.jwt.claims', true) as claims`);
        expect(rows[0]?.role).toBe("postgres");
        expect(rows[0]?.claims || null).toBeNull();
      }
      await foreign.end();
    });

    test("the start warns about the pooler, and names the setting for changes", async () => {
      expect(processes[1]?.output()).toMatch(
        /reached through a pooler\. It keeps (no )?prepared statements/,
      );
      expect(processes[1]?.output()).toContain(
        "unless DATABASE_DIRECT_URL names the server itself",
      );
      const command = startCommand({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url });
      const origin = await command.origin;
      expect(command.output()).toContain("Notifications use DATABASE_DIRECT_URL.");
      await direct.query("create table heard (id int); grant select on heard to anon");
      const sendRequest = () =>
        fetch(`${origin}/rest/v1/heard`, { headers: { apikey: key() } }).then(
          ({ status }) => status,
        );
      await expect.poll(sendRequest, { timeout: 2_500, interval: 50 }).toBe(200);
    });
  });
}

test.skipIf(!isPostgres || poolerPrograms.length > 0)(
  "PgBouncer is not installed, so no test ran through a pooler",
  () => {
    expect(poolerPrograms).toEqual([]);
  },
);
