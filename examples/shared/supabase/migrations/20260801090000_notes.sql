-- Each note belongs to one user, and other users cannot see that it exists.
create table public.notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  text text not null check (text ~ '\S' and char_length(text) <= 500),
  created_at timestamptz not null default now()
);

create index notes_by_user on public.notes (user_id, created_at desc);

alter table public.notes enable row level security;

-- The subquery makes PostgreSQL call auth.uid() once per statement instead of once per row.
create policy "People have their own notes" on public.notes
  for all to authenticated
  using ((select auth.uid()) = user_id)
  with check ((select auth.uid()) = user_id);

grant select, insert, delete on public.notes to authenticated;
