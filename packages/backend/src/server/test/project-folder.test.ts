import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { temporaryFolder } from "../../../test/project-folder.ts";
import { createLog } from "../../log/log.ts";
import { type RunningServer, startServer } from "../server.ts";

// Common contents of public project folders, the most frequent first. Each of them once prevented a server from
// starting.
const migrations = {
  "20230101000000_extensions.sql": `
    create extension if not exists "pg_net" with schema "extensions";
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists "supabase_vault" with schema "vault" version '0.2.8';
    create extension if not exists "uuid-ossp" with schema extensions;
    create extension if not exists pg_graphql with schema graphql;
    create extension if not exists pgjwt with schema extensions;
    create extension if not exists http with schema extensions;
    create extension if not exists moddatetime schema extensions;
    create extension if not exists pg_stat_statements;
    comment on extension pg_net is 'Async HTTP';
    drop extension if exists index_advisor;`,
  // The format that `supabase db dump` writes.
  "20230102000000_remote_schema.sql": `
    set statement_timeout = 0;
    set client_encoding = 'UTF8';
    select pg_catalog.set_config('search_path', '', false);
    alter schema "public" owner to "postgres";
    create type "public"."kind" as enum ('plain', 'secret');
    create table if not exists "public"."profiles" (
      "id" uuid not null references "auth"."users" ("id") on delete cascade primary key,
      "name" text, "avatar_url" text, "updated_at" timestamptz default now());
    alter table "public"."profiles" owner to "postgres";
    create table "public"."messages" (
      "id" uuid default extensions.uuid_generate_v4() primary key,
      "author" uuid default auth.uid() references "public"."profiles" ("id") on delete cascade,
      "text" text not null, "kind" public.kind default 'plain');
    alter publication "supabase_realtime" owner to "postgres";
    alter publication supabase_realtime add table only "public"."messages";
    grant usage on schema "public" to "postgres", "anon", "authenticated", "service_role";
    grant all on table "public"."profiles" to "anon", "authenticated", "service_role";
    alter default privileges for role "postgres" in schema "public" grant all on tables to "service_role";
    reset all;`,
  "20230103000000_policies.sql": `
    alter table profiles enable row level security;
    alter table messages enable row level security;
    create policy "Public profiles are viewable by everyone." on profiles for select using (true);
    create policy "Users can update own profile." on profiles for update using (auth.uid() = id);
    create policy read on messages for select to authenticated using (kind = 'plain' or author = auth.uid());
    create policy write on messages for insert with check ((select auth.uid()) = author);`,
  "20230104000000_users.sql": `
    create or replace function public.handle_new_user() returns trigger as $$
    begin
      insert into public.profiles (id, name) values (new.id, new.raw_user_meta_data->>'name');
      return new;
    end;
    $$ language plpgsql security definer set search_path = '';
    create or replace trigger on_auth_user_created after insert on auth.users
      for each row execute procedure public.handle_new_user();
    create trigger handle_updated_at before update on profiles
      for each row execute procedure moddatetime (updated_at);`,
  "20230105000000_storage.sql": `
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      values ('avatars', 'avatars', true, 1048576, '{image/png}') on conflict (id) do nothing;
    create policy "Avatar images are publicly accessible." on storage.objects
      for select using (bucket_id = 'avatars');
    create policy "Own folder" on storage.objects for insert to authenticated with check (
      bucket_id = 'avatars' and (storage.foldername(name))[1] = auth.uid()::text
      and storage.extension(name) = 'png');`,
  "20230106000000_jobs.sql": `
    select cron.schedule('nightly', '0 3 * * *', $$ delete from messages where kind = 'secret' $$);
    select vault.create_secret('s3cret', 'service_key', 'for the jobs');
    create function notify_of_message() returns trigger language plpgsql security definer as $$
    begin
      perform net.http_post(url := 'http://127.0.0.1:1/hook', body := jsonb_build_object('id', new.id),
        headers := '{"Content-Type": "application/json"}'::jsonb);
      perform realtime.send(to_jsonb(new), 'insert', 'messages', true);
      return new;
    end $$;
    create trigger told after insert on messages for each row execute function notify_of_message();`,
  "20230107000000_mood.sql": "alter type kind add value 'shouted';",
  "20230108000000_index.sql":
    "create index concurrently if not exists by_author on messages (author);",
  "20230109000000_block.sql": `
    begin;
    create function search_messages(words text) returns setof messages language sql stable as
      $$ select * from messages where text ilike '%' || words || '%' $$;
    commit;`,
  // A setting that the REST wire ignores, because the role is shared with the server's other databases.
  "20230110000000_api.sql":
    "alter role authenticator set pgrst.log_level = 'error'; notify pgrst, 'reload config';",
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: Awaited<ReturnType<typeof makeTestStorage>>;
let server: RunningServer;
beforeAll(async () => {
  folder = await temporaryFolder({
    "supabase/config.toml": `
project_id = "strangers"
[api]
schemas = []
[auth.external.github]
enabled = true
client_id = "env(GITHUB_CLIENT_ID)"
secret = "env(GITHUB_SECRET)"
[auth.email.smtp]
enabled = true
host = "smtp.sendgrid.net"
port = 587
user = "apikey"
pass = "env(SENDGRID_API_KEY)"
admin_email = "admin@email.com"
[analytics]
enabled = true
backend = "postgres"
[edge_runtime]
enabled = true
policy = "oneshot"
`,
    ...Object.fromEntries(
      Object.entries(migrations).map(([name, text]) => [`supabase/migrations/${name}`, text]),
    ),
    "supabase/seed.sql": `
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, email_change,
        email_change_token_new, recovery_token)
      values ('00000000-0000-0000-0000-000000000000', '6f1f7c8e-0000-4000-8000-000000000001', 'authenticated',
        'authenticated', 'grace@example.com', extensions.crypt('seeded-password', extensions.gen_salt('bf', 6)),
        now(), '{"provider":"email","providers":["email"]}', '{"name":"Grace"}', now(), now(), '', '', '', '');
      insert into messages (author, text) values ('6f1f7c8e-0000-4000-8000-000000000001', 'Hello from the seed');`,
  });
  storage = await makeTestStorage();
  server = await start();
});
afterAll(async () => {
  await server.close();
  await storage.drop();
  await folder.remove();
});

const start = () =>
  startServer({
    project: folder.path,
    host: "127.0.0.1",
    port: 0,
    env: {},
    storage:
      "url" in storage.storage ? storage.storage : { directory: join(folder.path, ".portico") },
    log: createLog("error"),
  });

const client = () =>
  createClient(server.origin, server.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

test("a start lists what is not supported, and which extensions are stand-ins", () => {
  const warnings = server.warnings.join("\n");
  expect(warnings).toContain("GITHUB_CLIENT_ID");
  expect(warnings).toContain("SENDGRID_API_KEY");
  expect(warnings).toMatch(/stand-ins that work: .*pg_cron.*pg_net.*pgjwt.*supabase_vault/);
  expect(warnings).toMatch(
    /stand-ins that exist only by name and fail when they are called: .*http.*pg_graphql/,
  );
});

test.runIf(process.env["TEST_DATABASE_URL"])(
  "a start on a server warns that a role's settings affect other databases",
  () => {
    expect(server.warnings.join("\n")).toContain(
      '"alter role authenticator in database … set pgrst.log_level …"',
    );
  },
);

test("a seeded user signs in", async () => {
  const { data, error } = await client().auth.signInWithPassword({
    email: "grace@example.com",
    password: "seeded-password",
  });
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toEqual({ name: "Grace" });
});

test("a new user gets a profile by the trigger, and writes, reads, calls and uploads by policy", async () => {
  const visitor = client();
  const { data: signedUp, error } = await visitor.auth.signUp({
    email: "ada@example.com",
    password: "correct horse battery",
    options: { data: { name: "Ada" } },
  });
  expect(error).toBeNull();
  const id = signedUp.user?.id ?? "";
  expect((await client().from("profiles").select("name").order("name")).data).toEqual([
    { name: "Ada" },
    { name: "Grace" },
  ]);
  expect((await client().from("messages").select()).data).toEqual([]);

  const inserted = await visitor.from("messages").insert({ text: "Hello, engine" });
  expect(inserted.error).toBeNull();
  const forgedInsert = await visitor
    .from("messages")
    .insert({ text: "x", author: crypto.randomUUID() });
  expect(forgedInsert.error?.code).toBe("42501");
  const searchResult = await visitor
    .rpc("search_messages", { words: "hello" })
    .select("text")
    .order("text");
  expect(searchResult.data).toEqual([{ text: "Hello from the seed" }, { text: "Hello, engine" }]);

  const profileBefore = (await visitor.from("profiles").select("updated_at").eq("id", id).single())
    .data;
  const { data: changed } = await visitor
    .from("profiles")
    .update({ avatar_url: "a.png" })
    .eq("id", id)
    .select()
    .single();
  expect(changed.updated_at > profileBefore?.updated_at).toBe(true);

  const avatars = visitor.storage.from("avatars");
  const png = new Blob(["not really"], { type: "image/png" });
  expect((await avatars.upload(`${id}/a.png`, png)).error).toBeNull();
  expect((await avatars.upload("somebody/a.png", png)).error?.message).toMatch(
    /row-level security/,
  );
  const { data: publicUrl } = avatars.getPublicUrl(`${id}/a.png`);
  expect((await fetch(publicUrl.publicUrl)).status).toBe(200);
});

test("a second start applies no migration again, and loses no data", async () => {
  await server.close();
  server = await start();
  const { data } = await client().from("profiles").select("name").eq("name", "Grace");
  expect(data).toEqual([{ name: "Grace" }]);
});
