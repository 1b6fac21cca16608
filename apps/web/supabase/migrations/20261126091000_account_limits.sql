-- Limits the notes and files of an account, so that no user can fill the database and the disk.

create function private.notes_limit() returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
declare
  owner uuid;
begin
  for owner in select distinct user_id from added order by user_id loop
    -- Lock per owner, so that parallel requests do not exceed the limit together.
    perform pg_advisory_xact_lock(hashtextextended('notes ' || owner::text, 0));
    if (select count(*) from public.notes where user_id = owner) > 5000 then
      raise sqlstate 'PT409' using message = 'You have 5,000 notes. Delete some of them first.';
    end if;
  end loop;
  return null;
end;
$$;

revoke all on function private.notes_limit() from public;

-- Runs once for each statement: an import of many notes counts them once.
create trigger notes_limit
  after insert on public.notes
  referencing new table as added
  for each statement
  execute function private.notes_limit();

-- As before, with an additional limit for all attachments of an account: 1,000 files and 1 GB. An upload in progress
-- may exceed it by its own size.
create or replace function private.has_room(bucket text, path text) returns boolean
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select
    exists (select from auth.users where id = auth.uid())
    and folder[1] = auth.uid()::text
    and case bucket
      when 'avatars' then array_length(folder, 1) = 1
      when 'attachments' then
        array_length(folder, 1) = 2
        and exists (
          select from public.notes where notes.id::text = folder[2] and notes.user_id = auth.uid()
        )
        and (
          select count(*) < 1000 and coalesce(sum((metadata ->> 'size')::bigint), 0) < 1000000000
            from storage.objects
            where bucket_id = bucket
              and name ~>=~ (auth.uid()::text || '/')
              and name ~<~ (auth.uid()::text || '0')
        )
      else false
    end
    and (
      select count(*)
        from storage.objects
        where bucket_id = bucket
          and name ~>=~ (array_to_string(folder, '/') || '/')
          and name ~<~ (array_to_string(folder, '/') || '0')
    ) < case bucket when 'avatars' then 5 else 20 end
  from storage.foldername(path) as folder;
$$;
