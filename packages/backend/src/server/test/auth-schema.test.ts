/** Tests the `auth` schema with the migrations and seeds of an unmodified Supabase project. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AuthAdminApi, AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTestStorage } from "../../../test/databases/test-database.ts";
import { testLog } from "../../../test/test-log.ts";
import { type RunningServer, startServer } from "../server.ts";

const migration = `
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  name text,
  plan text not null default 'free'
);
alter table public.profiles enable row level security;
create policy "own, by uid" on public.profiles for select using ((select auth.uid()) = id);
create policy "own, by e-mail" on public.profiles for update
  using (email = auth.email()) with check (email = auth.email());
create policy "support sees all" on public.profiles for select to authenticated
  using ((auth.jwt() -> 'app_metadata' ->> 'support')::boolean);
create policy "only the signed in" on public.profiles as restrictive for select
  using (auth.role() = 'authenticated');

create function public.handle_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, email, name)
  values (new.id, new.email, new.raw_user_meta_data ->> 'name');
  return new;
end;
$$;
create trigger on_auth_user_created after insert on auth.users
  for each row execute procedure public.handle_new_user();

create function public.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end;
$$;
create trigger on_auth_user_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function public.follow_email();

create view public.sign_in_methods as
  select identities.user_id, identities.provider, users.last_sign_in_at
  from auth.identities join auth.users on users.id = identities.user_id
  where identities.user_id = auth.uid();
`;

// The usual way to seed users in guides on the web.
const seed = `
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
  raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
  confirmation_token, email_change, email_change_token_new, recovery_token
) (
  select '00000000-0000-0000-0000-000000000000', uuid_generate_v4(), 'authenticated', 'authenticated',
    'user' || n || '@example.com', crypt('password123', gen_salt('bf')), current_timestamp,
    '{"provider":"email","providers":["email"]}', '{"name":"Seeded"}',
    current_timestamp, current_timestamp, '', '', '', ''
  from generate_series(1, 2) n
);
insert into auth.identities (
  id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at
) (
  select extensions.uuid_generate_v4(), id, id::text,
    format('{"sub":"%s","email":"%s"}', id::text, email)::jsonb, 'email',
    current_timestamp, current_timestamp, current_timestamp
  from auth.users
);
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"support": true}'
where email = 'user2@example.com';
`;

let server: RunningServer;
let drop: () => Promise<void>;
beforeAll(async () => {
  const project = await mkdtemp(join(tmpdir(), "portico-schema-"));
  await mkdir(join(project, "supabase/migrations"), { recursive: true });
  await writeFile(join(project, "supabase/migrations/1_profiles.sql"), migration);
  await writeFile(join(project, "supabase/seed.sql"), seed);
  const reusableStorage = await makeTestStorage();
  drop = async () => {
    await reusableStorage.drop();
    await rm(project, { recursive: true, force: true });
  };
  server = await startServer({
    project,
    host: "127.0.0.1",
    port: 0,
    storage: reusableStorage.storage,
    env: {},
    log: testLog(),
  });
});
afterAll(async () => {
  await server.close();
  await drop();
});

async function person(email: string) {
  const auth = new AuthClient({ url: `${server.origin}/auth/v1`, persistSession: false });
  const { data, error } = await auth.signInWithPassword({ email, password: "password123" });
  if (error) throw error;
  return { id: data.user.id, auth, ...dataOf(data.session.access_token) };
}

function dataOf(token: string) {
  const data = new PostgrestClient(`${server.origin}/rest/v1`, {
    headers: { apikey: server.keys.publishable, authorization: `Bearer ${token}` },
  });
  return { data };
}

test("users of a seed sign in with the password that pgcrypto hashed", async () => {
  const { id } = await person("user1@example.com");
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await expect(person("nobody@example.com")).rejects.toMatchObject({ code: "invalid_credentials" });
});

test("triggers on auth.users run for seeds, sign-ups and changes alike", async () => {
  const admin = new AuthAdminApi({
    url: `${server.origin}/auth/v1`,
    headers: { apikey: server.keys.secret, authorization: `Bearer ${server.keys.secret}` },
  });
  const { data } = await admin.createUser({
    email: "new@example.com",
    password: "password123",
    email_confirm: true,
    user_metadata: { name: "New" },
  });
  const { data: profiles, id } = await person("new@example.com");
  expect((await profiles.from("profiles").select()).data).toEqual([
    { id, email: "new@example.com", name: "New", plan: "free" },
  ]);
  await admin.updateUserById(id, { email: "newer@example.com" });
  const { data: changed } = await (await person("newer@example.com")).data
    .from("profiles")
    .select("email");
  expect(changed).toEqual([{ email: "newer@example.com" }]);
  await admin.deleteUser(data.user?.id ?? "");
  const remainingProfiles = await dataOf(server.keys.serviceRole)
    .data.from("profiles")
    .select()
    .eq("id", id);
  expect(remainingProfiles.data).toEqual([]);
});

test("policies read the caller's uid, e-mail, role and claims", async () => {
  const firstUser = await person("user1@example.com");
  const support = await person("user2@example.com");
  const ownProfile = await firstUser.data.from("profiles").select("email");
  expect(ownProfile.data).toEqual([{ email: "user1@example.com" }]);
  const allProfiles = await support.data.from("profiles").select("email").order("email");
  expect(allProfiles.data).toEqual([
    { email: "user1@example.com" },
    { email: "user2@example.com" },
  ]);
  const paid = await firstUser.data
    .from("profiles")
    .update({ plan: "paid" })
    .neq("plan", "x")
    .select("email");
  expect(paid.data).toEqual([{ email: "user1@example.com" }]);
  const anonymous = await dataOf(server.keys.anon).data.from("profiles").select();
  expect(anonymous.data).toEqual([]);
});

test("a view over auth.identities shows each user their own identities", async () => {
  const { id, data } = await person("user1@example.com");
  expect((await data.from("sign_in_methods").select("user_id, provider")).data).toEqual([
    { user_id: id, provider: "email" },
  ]);
});

test("the schema auth cannot be read or written over the REST API", async () => {
  const { data } = await person("user1@example.com");
  expect((await data.schema("auth").from("users").select()).error?.code).toBe("PGRST106");
});
