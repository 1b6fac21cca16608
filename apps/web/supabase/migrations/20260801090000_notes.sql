-- Notes. Each belongs to one user, and other users cannot see that it exists.

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  title text not null default '',
  body text not null default '',
  pinned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The text that a search matches. It is one column, so that one filter covers title and body.
  content text not null generated always as (title || E'\n' || body) stored,
  -- The text by which a list is sorted: the title without its capitals.
  heading text not null
    generated always as (lower(coalesce(nullif(btrim(title), ''), left(btrim(body), 200)))) stored,
  constraint notes_title_length check (char_length(title) <= 200),
  constraint notes_body_length check (char_length(body) <= 20000),
  constraint notes_not_blank check (title ~ '\S' or body ~ '\S')
);

comment on table public.notes is 'What people write down. Row-level security: own rows only.';

-- One index for each sort order of the list.
create index notes_by_change on public.notes (user_id, pinned desc, updated_at desc, id);
create index notes_by_creation on public.notes (user_id, pinned desc, created_at desc, id);
create index notes_by_heading on public.notes (user_id, pinned desc, heading, id);

-- Editing the text updates `updated_at`, pinning does not.
create function public.notes_touch() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

create trigger notes_touch
  before update on public.notes
  for each row
  when (old.title is distinct from new.title or old.body is distinct from new.body)
  execute function public.notes_touch();

alter table public.notes enable row level security;

-- The subquery makes PostgreSQL call auth.uid() once per statement instead of once per row.
create policy "People read their own notes" on public.notes
  for select to authenticated
  using ((select auth.uid()) = user_id);

create policy "People write notes of their own" on public.notes
  for insert to authenticated
  with check ((select auth.uid()) = user_id);

create policy "People change their own notes" on public.notes
  for update to authenticated
  using ((select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);

create policy "People delete their own notes" on public.notes
  for delete to authenticated
  using ((select auth.uid()) = user_id);

-- Grant explicitly, because the default grants on new tables differ between projects.
revoke all on table public.notes from anon, authenticated;
grant select, insert, update, delete on table public.notes to authenticated;
grant all on table public.notes to service_role;

-- Returns statistics of the caller's notes. It runs with the caller's rights, so the policies above apply.
create function public.note_statistics()
  returns table (total bigint, pinned bigint, this_week bigint, words bigint)
  language sql
  stable
  security invoker
  set search_path = ''
as $$
  select
    count(*),
    count(*) filter (where notes.pinned),
    count(*) filter (where notes.updated_at > now() - interval '7 days'),
    coalesce(sum(regexp_count(notes.content, '\S+')), 0)::bigint
  from public.notes;
$$;

revoke all on function public.note_statistics() from public, anon;
grant execute on function public.note_statistics() to authenticated, service_role;
