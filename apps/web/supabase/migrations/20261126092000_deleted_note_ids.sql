-- Realtime sends the ids of deleted notes to every listener, so nobody may take over such an id.

-- Policies cannot restrict columns. Recipients of a shared note change only its title and text. Owners do not give a
-- note away, and they do not change its id: it could become the id of somebody else's deleted note.
create or replace function private.notes_keep() returns trigger
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
  if new.id <> old.id and auth.uid() is not null then
    raise sqlstate '42501' using message = 'The id of a note cannot be changed.';
  end if;
  return new;
end;
$$;

-- Runs once for each statement: deleting many notes counts the ids once.
drop trigger notes_leave_id on public.notes;

create or replace function private.notes_leave_id() returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
declare
  owner uuid;
begin
  -- The ids of a deleted account are not kept: nobody can restore its notes.
  for owner in
    select distinct user_id from removed
      where exists (select from auth.users where users.id = removed.user_id)
      order by user_id
  loop
    -- One at a time for each owner, so that parallel deletions do not pass the limit together or deadlock.
    perform pg_advisory_xact_lock(hashtextextended('deleted notes ' || owner::text, 0));
    -- An id that is reserved for somebody else stays theirs.
    insert into private.deleted_notes (id, user_id)
      select id, user_id from removed where user_id = owner
      on conflict (id) do update set user_id = excluded.user_id, deleted_at = excluded.deleted_at
        where deleted_notes.user_id = excluded.user_id
          or deleted_notes.deleted_at < now() - interval '30 days';
    delete from private.deleted_notes
      where user_id = owner and deleted_at < now() - interval '30 days';
    delete from private.deleted_notes
      where id in (
        select id from private.deleted_notes
          where user_id = owner
          order by deleted_at desc
          offset 5000
      );
  end loop;
  return null;
end;
$$;

create trigger notes_leave_id
  after delete on public.notes
  referencing old table as removed
  for each statement
  execute function private.notes_leave_id();

-- The dates of a shared note are sent to its readers, too, and a browser cannot represent all dates of PostgreSQL, such
-- as infinity. Notes with such dates get new ones, so that the constraint can be added.
update public.notes
  set
    created_at = case when created_at <@ years then created_at else now() end,
    updated_at = case when updated_at <@ years then updated_at else now() end
  from (select '[2000-01-01 00:00+00, 2200-01-01 00:00+00)'::tstzrange as years) as allowed
  where not (created_at <@ years and updated_at <@ years);

alter table public.notes add constraint notes_dates check (
  created_at <@ '[2000-01-01 00:00+00, 2200-01-01 00:00+00)'::tstzrange
  and updated_at <@ '[2000-01-01 00:00+00, 2200-01-01 00:00+00)'::tstzrange
);
