create table public.boards (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);

create table public.cards (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  board_id uuid not null references public.boards (id) on delete cascade,
  title text not null,
  body text not null default '',
  done boolean not null default false,
  created_at timestamptz not null default now()
);

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  card_id uuid not null references public.cards (id) on delete cascade,
  text text not null,
  created_at timestamptz not null default now()
);

create index on public.boards (owner);
create index on public.cards (owner, created_at);
create index on public.cards (board_id);
create index on public.comments (card_id);

alter table public.boards enable row level security;
alter table public.cards enable row level security;
alter table public.comments enable row level security;

create policy own on public.boards to authenticated using ((select auth.uid()) = owner);
create policy own on public.cards to authenticated using ((select auth.uid()) = owner);
create policy own on public.comments to authenticated using ((select auth.uid()) = owner);
