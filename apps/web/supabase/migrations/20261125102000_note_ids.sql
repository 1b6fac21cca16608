-- The id of a deleted note stays reserved for its owner. Recipients know the id: a note of their own with that id would
-- prevent the owner from undoing the deletion.

create table private.deleted_notes (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  deleted_at timestamptz not null default now()
);

create index deleted_notes_by_user on private.deleted_notes (user_id, deleted_at);
alter table private.deleted_notes enable row level security;

-- Keeps the id for much longer than the page offers undo.
create function private.notes_leave_id() returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  -- A deleted account takes its notes along, and cannot undo that.
  if not exists (select from auth.users where id = old.user_id) then
    return null;
  end if;
  delete from private.deleted_notes
    where user_id = old.user_id and deleted_at < now() - interval '30 days';
  insert into private.deleted_notes (id, user_id) values (old.id, old.user_id)
    on conflict (id) do update set user_id = excluded.user_id, deleted_at = excluded.deleted_at;
  return null;
end;
$$;

create trigger notes_leave_id
  after delete on public.notes
  for each row
  execute function private.notes_leave_id();

-- Refuses the id to others, as if the note still existed. It runs after the insert, which has waited for a concurrent
-- deletion; before it, the row of that deletion would not be visible yet.
create function private.notes_keep_id() returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  if exists (
    select from private.deleted_notes
      where deleted_notes.id = new.id
        and deleted_notes.user_id <> new.user_id
        and deleted_notes.deleted_at > now() - interval '30 days'
  ) then
    raise sqlstate '42501' using message = 'This id belongs to a note of somebody else.';
  end if;
  return null;
end;
$$;

create trigger notes_keep_id
  after insert on public.notes
  for each row
  execute function private.notes_keep_id();

revoke all on function private.notes_leave_id(), private.notes_keep_id() from public;
