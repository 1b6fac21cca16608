-- Files: profile pictures and the attachments of notes. Each is in its owner's folder, which is named by the user id.
-- Only the storage wire changes rows of storage.objects, together with the files.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values
    -- The bucket is public, so that applications to which the user has signed in can show the picture, and browsers can
    -- cache it. The URL cannot be guessed: each version of a picture has a random name, and nobody can list them.
    ('avatars', 'avatars', true, 1000000, array['image/webp', 'image/jpeg']),
    ('attachments', 'attachments', false, 50000000, null)
  on conflict (id) do update set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- The folder is a range of names, so that the index on names can be used: 0 is the character after the slash.
create policy "People see their own files" on storage.objects
  for select to authenticated
  using (
    bucket_id in ('avatars', 'attachments')
    and name ~>=~ ((select auth.uid())::text || '/')
    and name ~<~ ((select auth.uid())::text || '0')
  );

create policy "People delete their own files" on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('avatars', 'attachments')
    and name ~>=~ ((select auth.uid())::text || '/')
    and name ~<~ ((select auth.uid())::text || '0')
  );

-- Returns whether the caller may upload a file: user/version for a picture, user/note/file for an attachment of an
-- existing note. A folder has a maximum number of files. A deleted account may not upload files, although its access
-- token is still valid. It runs as its owner, to count the existing files.
create function public.has_room(bucket text, path text) returns boolean
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

revoke all on function public.has_room(text, text) from public, anon;
grant execute on function public.has_room(text, text) to authenticated, service_role;

create policy "People keep files of their own" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('avatars', 'attachments') and public.has_room(bucket_id, name));

create policy "Applications have no part in files" on storage.objects
  as restrictive
  for all to authenticated
  using (bucket_id not in ('avatars', 'attachments') or not (select public.by_application()));

-- The attachments of notes for a list. The original name of a file is in its metadata, because not every name is a
-- valid path. It runs with the caller's rights, so the policies above apply.
create view public.attachments with (security_invoker = true) as
  select
    objects.id,
    objects.path_tokens[2] as note_id,
    objects.name as path,
    coalesce(objects.user_metadata ->> 'name', objects.path_tokens[3]) as name,
    objects.user_metadata ->> 'thumbnail' as thumbnail,
    coalesce(objects.metadata ->> 'mimetype', '') as type,
    coalesce((objects.metadata ->> 'size')::bigint, 0) as size,
    objects.created_at,
    -- The time at which the note was deleted, if it was.
    case
      when not exists (select from public.notes where notes.id::text = objects.path_tokens[2])
      then objects.updated_at
    end as left_at
  from storage.objects
  where objects.bucket_id = 'attachments';

revoke all on table public.attachments from public, anon, authenticated;
grant select on table public.attachments to authenticated, service_role;

-- Deleting a note can be undone for a while, and SQL cannot delete files. So a deletion stores its time in the files'
-- metadata, and the page removes the files when undo is no longer possible.
create function public.notes_leave_files() returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  update storage.objects
    set updated_at = now()
    where bucket_id = 'attachments'
      and name ~>=~ (old.user_id::text || '/' || old.id::text || '/')
      and name ~<~ (old.user_id::text || '/' || old.id::text || '0');
  return null;
end;
$$;

create trigger notes_leave_files
  after delete on public.notes
  for each row
  execute function public.notes_leave_files();

-- A user who deletes the account deletes the files first, because nobody could afterwards. An account that an
-- administrator deletes leaves its files behind.
create function public.files_go_first() returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  if old.id = auth.uid() and exists (
    select
      from storage.objects
      where bucket_id in ('avatars', 'attachments')
        and name ~>=~ (old.id::text || '/')
        and name ~<~ (old.id::text || '0')
  ) then
    raise sqlstate 'PT409' using message = 'Delete your files first.', hint = 'files_remain';
  end if;
  return old;
end;
$$;

create trigger files_go_first
  before delete on auth.users
  for each row
  execute function public.files_go_first();
