create extension if not exists pgcrypto with schema extensions;
create schema if not exists private;

create table private.usernames (
  name text primary key check (name ~ '^[a-z0-9_]{3,30}$'),
  user_id uuid not null unique references auth.users on delete cascade
);

create table private.username_attempts (
  name text not null,
  attempted_at timestamptz not null default now()
);
create index on private.username_attempts (name, attempted_at);

-- Sets the caller's user name. Fails with unique_violation if the name is taken.
create function public.set_username(new_name text) returns void
  language sql security definer set search_path = ''
as $$
  insert into private.usernames (name, user_id) values (lower(new_name), auth.uid())
    on conflict (user_id) do update set name = excluded.name;
$$;

-- Returns the e-mail address of the account with this user name and password, or null.
create function public.email_of_username(username text, password text) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  wanted_name text := lower(left(username, 30));
  account record;
  stored_hash text;
begin
  delete from private.username_attempts where attempted_at < now() - interval '15 minutes';
  if (select count(*) from private.username_attempts where name = wanted_name) >= 10 then
    return null;
  end if;
  insert into private.username_attempts (name) values (wanted_name);
  select users.email, users.encrypted_password into account
    from private.usernames join auth.users on users.id = usernames.user_id
    where usernames.name = wanted_name;
  -- Hash even if the name is unknown, so that the response takes as long as for a wrong password. pgcrypto recognizes
  -- bcrypt only by the prefix $2a$.
  stored_hash := regexp_replace(account.encrypted_password, '^\$2[by]\$', '$2a$');
  if extensions.crypt(
    password,
    coalesce(nullif(stored_hash, ''), extensions.gen_salt('bf', 10))
  ) = stored_hash then
    return account.email;
  end if;
  return null;
end
$$;

revoke all on function public.set_username(text) from public, anon;
grant execute on function public.set_username(text) to authenticated;
