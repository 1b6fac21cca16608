-- Files: pictures of people, and what is attached to notes. Each lies in its owner's folder, which is
-- named by their user id. Rows of storage.objects go by the storage wire alone, together with the files.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values
    -- Public, for applications that somebody has let in show the picture as well, and browsers keep it by
    -- its address. Nobody guesses that: every version of a picture has a random name, and none is listed.
    ('avatars', 'avatars', true, 1000000, array['image/webp', 'image/jpeg']),
    ('attachments', 'attachments', false, 50000000, null)
  on conflict (id) do update set
    public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- The folder is a range of names, which the index on them finds: 0 is the sign after the slash.
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

-- Whether the caller may put a file there: user/version for a picture, user/note/file for an attachment
-- of a note that exists. A folder has room for so many, and a deleted account for none: its access token
-- outlives it. It runs as its owner, to count what is there.
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

-- What is attached to notes, as a list shows it: the name that the file had is in its metadata, for not
-- every name can be a path. Runs as the caller, so that the policies above decide.
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
    -- When the note was deleted, if it was.
    case
      when not exists (select from public.notes where notes.id::text = objects.path_tokens[2])
      then objects.updated_at
    end as left_at
  from storage.objects
  where objects.bucket_id = 'attachments';

revoke all on table public.attachments from public, anon, authenticated;
grant select on table public.attachments to authenticated, service_role;

-- Deleting a note can be undone for a while, and SQL deletes no files. So a deletion notes its time on
-- the files, and the page removes them when it cannot be undone any more.
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

-- Who deletes their account deletes their files first: afterwards nobody could. An administrator's
-- deletion leaves files behind, as ever.
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
