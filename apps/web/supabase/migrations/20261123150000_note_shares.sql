-- Sharing: the owner of a note enters addresses. A user with one of these addresses, confirmed, may read the note and
-- edit its text. The response does not reveal whether an address has an account.

-- Returns the caller's confirmed address. Null for guests, and for users without a confirmed address.
create function public.proved_address() returns text
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select lower(email) from auth.users
    where id = auth.uid() and email_confirmed_at is not null and email <> '';
$$;

revoke all on function public.proved_address() from public, anon;
grant execute on function public.proved_address() to authenticated, service_role;

-- A share must refer to a note of its owner.
alter table public.notes add constraint notes_owner unique (id, user_id);

create table public.note_shares (
  -- The key contains no information, because Realtime sends the keys of deleted rows to every listener.
  id uuid primary key default gen_random_uuid(),
  note_id uuid not null,
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- The owner's address, for the users with whom the note is shared.
  shared_by text not null default public.proved_address(),
  address text not null,
  created_at timestamptz not null default now(),
  constraint note_shares_note foreign key (note_id, owner_id)
    references public.notes (id, user_id) on delete cascade,
  constraint note_shares_once unique (note_id, address),
  constraint note_shares_address check (
    address = lower(btrim(address)) and address ~ '^[^@\s]+@[^@\s]+$' and char_length(address) <= 320
  )
);

create index note_shares_by_address on public.note_shares (address);
create index note_shares_by_owner on public.note_shares (owner_id);

comment on table public.note_shares is 'Who else reads and edits a note, by address.';
comment on table public.notes is
  'What people write down. Row-level security: own rows, and those that others share.';

-- Limits the shares of a note, so that a user cannot flood the lists of others. It runs as its owner, to count all of
-- them.
create function public.note_shares_limit() returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  if (select count(*) from public.note_shares where note_id = new.note_id) >= 20 then
    raise sqlstate 'PT409' using message = 'A note is shared with at most 20 addresses.';
  end if;
  return new;
end;
$$;

create trigger note_shares_limit
  before insert on public.note_shares
  for each row
  execute function public.note_shares_limit();

alter table public.note_shares enable row level security;

create policy "People see what they share and what is shared with them" on public.note_shares
  for select to authenticated
  using (
    (select auth.uid()) = owner_id or (select public.proved_address()) = address
  );

create policy "People share notes of their own" on public.note_shares
  for insert to authenticated
  with check (
    (select auth.uid()) = owner_id and (select public.proved_address()) = shared_by
  );

-- Both the owner and the recipient may delete a share.
create policy "People end sharing" on public.note_shares
  for delete to authenticated
  using (
    (select auth.uid()) = owner_id or (select public.proved_address()) = address
  );

create policy "Applications have no part in sharing" on public.note_shares
  as restrictive
  for all to authenticated
  using (not (select public.by_application()));

revoke all on table public.note_shares from anon, authenticated;
grant select, insert, delete on table public.note_shares to authenticated;
grant all on table public.note_shares to service_role;

-- Returns the notes that others share with the caller. It returns an array, with which an index can be used. It runs as
-- its owner, because a policy on notes must not read a table whose policy reads notes.
create function public.notes_shared_with_me() returns uuid[]
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select coalesce(array_agg(note_id), '{}')
    from public.note_shares
    where note_shares.address = public.proved_address();
$$;

revoke all on function public.notes_shared_with_me() from public, anon;
grant execute on function public.notes_shared_with_me() to authenticated, service_role;

create policy "People read notes shared with them" on public.notes
  for select to authenticated
  using (id = any ((select public.notes_shared_with_me())::uuid[]));

create policy "People edit notes shared with them" on public.notes
  for update to authenticated
  using (id = any ((select public.notes_shared_with_me())::uuid[]))
  with check (id = any ((select public.notes_shared_with_me())::uuid[]));

-- Policies cannot restrict columns. Recipients of a shared note may change only its text, and owners may not give a
-- note away.
create function public.notes_keep() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- auth.uid() is null for an administrator, who may change everything.
  if new.user_id <> old.user_id and auth.uid() is not null
    or auth.uid() <> old.user_id
      and (new.id, new.pinned, new.created_at, new.updated_at)
        is distinct from (old.id, old.pinned, old.created_at, old.updated_at) then
    raise sqlstate '42501' using message = 'Only the words of this note may be changed.';
  end if;
  return new;
end;
$$;

-- Triggers run in the order of their names, so this one runs before notes_touch.
create trigger notes_keep
  before update on public.notes
  for each row
  execute function public.notes_keep();

-- Returns the names of the files of notes that others share with the caller. It runs as its owner, because the caller
-- sees these files only through this function. It returns an array, with which the index on names can be used.
create function public.files_shared_with_me() returns text[]
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select coalesce(array_agg(objects.name), '{}')
    from public.note_shares
    join storage.objects
      on objects.bucket_id = 'attachments'
      and objects.name ~>=~ (note_shares.owner_id::text || '/' || note_shares.note_id::text || '/')
      and objects.name ~<~ (note_shares.owner_id::text || '/' || note_shares.note_id::text || '0')
    where note_shares.address = public.proved_address();
$$;

revoke all on function public.files_shared_with_me() from public, anon;
grant execute on function public.files_shared_with_me() to authenticated, service_role;

create policy "People see files of notes shared with them" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'attachments' and name = any ((select public.files_shared_with_me())::text[])
  );

-- Realtime reports changes of these tables to the users to whom the policies show the row.
alter publication supabase_realtime add table public.notes, public.note_shares;

-- The readers of a note join its topic, note:<id>, to see who else has it open. The topic carries no messages.
create function public.meets_at(topic text) returns boolean
  language sql
  stable
  security invoker
  set search_path = ''
as $$
  select exists (
    select from public.notes
      where id = case when topic ~ '^note:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(topic, 6)::uuid end
  );
$$;

revoke all on function public.meets_at(text) from public, anon;
grant execute on function public.meets_at(text) to authenticated, service_role;

create policy "People meet at notes that they read" on realtime.messages
  for select to authenticated
  using ((select public.meets_at((select realtime.topic()))));

create policy "People say that they are at notes that they read" on realtime.messages
  for insert to authenticated
  with check (extension = 'presence' and (select public.meets_at((select realtime.topic()))));
