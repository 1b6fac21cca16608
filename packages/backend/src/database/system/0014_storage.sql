-- The schema `storage` as on Supabase: the tables, columns, indexes, functions and grants of supabase/storage
-- (migrations/tenant/). The storage wire works on these tables.
do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then
    create role supabase_storage_admin nologin noinherit createrole;
  end if;
exception when duplicate_object or unique_violation then
  null;
end $$;
-- Only an administrator of the role may grant it. Without the grant, the current role owns the tables.
do $$
begin
  grant anon, authenticated, service_role, authenticator to supabase_storage_admin;
  grant supabase_storage_admin to current_user;
exception when insufficient_privilege then
  null;
end $$;

create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;
grant all on schema storage to supabase_storage_admin, dashboard_user;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.migrations (
  id integer primary key,
  name varchar(100) unique not null,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp
);

create table storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD',
  versioning_status text not null default 'DISABLED'
    constraint buckets_versioning_status_check
      check (versioning_status in ('DISABLED', 'ENABLED', 'SUSPENDED')),
  constraint buckets_versioning_standard_only_check
    check (type = 'STANDARD' or versioning_status = 'DISABLED'),
  constraint buckets_versioning_dark_check check (versioning_status = 'DISABLED')
);
create unique index bname on storage.buckets (name);
comment on column storage.buckets.owner is 'Deprecated: use owner_id.';

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets,
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb,
  archived_at timestamptz,
  is_delete_marker boolean not null default false,
  is_versioned boolean not null default false
);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index name_prefix_search on storage.objects (name text_pattern_ops);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, (name collate "C"));
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, (lower(name) collate "C"));
comment on column storage.objects.owner is 'Deprecated: use owner_id.';

create table storage.s3_multipart_uploads (
  id text primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null references storage.buckets,
  key text collate "C" not null,
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb
);
create index idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads on delete cascade,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null references storage.buckets,
  key text collate "C" not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);

create table storage.buckets_analytics (
  name text not null,
  type storage.buckettype not null default 'ANALYTICS',
  format text not null default 'ICEBERG',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  id uuid primary key default gen_random_uuid(),
  deleted_at timestamptz
);
create unique index buckets_analytics_unique_name_idx on storage.buckets_analytics (name)
  where deleted_at is null;

create table storage.buckets_vectors (
  id text primary key,
  type storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.vector_indexes (
  id text primary key default gen_random_uuid(),
  name text collate "C" not null,
  bucket_id text not null references storage.buckets_vectors,
  data_type text not null,
  dimension integer not null,
  distance_metric text not null,
  metadata_configuration jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index vector_indexes_name_bucket_id_idx on storage.vector_indexes (name, bucket_id);

alter table storage.migrations enable row level security;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.s3_multipart_uploads enable row level security;
alter table storage.s3_multipart_uploads_parts enable row level security;
alter table storage.buckets_analytics enable row level security;
alter table storage.buckets_vectors enable row level security;
alter table storage.vector_indexes enable row level security;

-- Returns the parts of an object's name, such as `folder/sub/file.png`.
create function storage.foldername(name text) returns text[]
language sql immutable as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;
create function storage.filename(name text) returns text
language sql immutable as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;
create function storage.extension(name text) returns text
language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- Returns the operation of the current request, such as `storage.object.upload`, for policies.
create function storage.operation() returns text
language sql stable as $$
  select current_setting('storage.operation', true)
$$;
create function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable as $$
  select exists (
    select from unnest(expected_operations) as expected
    where expected <> ''
      and regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', '')
  )
$$;
create function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable as $$
  select storage.allow_any_operation(array[expected_operation])
$$;

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable as $$
  select sum((objects.metadata ->> 'size')::bigint)::bigint, objects.bucket_id
  from storage.objects
  group by objects.bucket_id
$$;

-- Tries an insert under the caller's policies. The error rolls it back: PT200 means that it would have succeeded.
create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb)
returns void language plpgsql as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata) values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end $$;

-- Returns the name up to the first delimiter after the prefix. Null if there is none.
create function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
language sql immutable as $$
  select left(p_key, length(p_prefix) + nullif(position(p_delimiter in substr(p_key, length(p_prefix) + 1)), 0))
$$;

-- Lists the names below a prefix, each folder once, as S3 does.
create function storage.list_objects_with_delimiter(
  _bucket_id text,
  prefix_param text,
  delimiter_param text,
  max_keys integer default 100,
  start_after text default '',
  next_token text default '',
  sort_order text default 'asc'
) returns table (
  name text,
  id uuid,
  metadata jsonb,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz
) language plpgsql stable as $$
#variable_conflict use_column
declare
  direction text := case when lower(coalesce(sort_order, 'asc')) = 'asc' then 'asc' else 'desc' end;
  after text := coalesce(nullif(next_token, ''), start_after, '');
begin
  return query execute format(
    $sql$
      select entries.name, entries.id, entries.metadata, entries.updated_at, entries.created_at,
        entries.last_accessed_at
      from (
        select distinct on (listed.name collate "C") listed.*
        from (
          select
            coalesce(rtrim(folder, $3), objects.name) as name,
            case when folder is null then objects.id end as id,
            case when folder is null then objects.metadata end as metadata,
            case when folder is null then objects.updated_at end as updated_at,
            case when folder is null then objects.created_at end as created_at,
            case when folder is null then objects.last_accessed_at end as last_accessed_at
          from storage.objects,
            lateral (select storage.get_common_prefix(objects.name, $2, $3)) as common (folder)
          where objects.bucket_id = $1 and starts_with(objects.name, $2)
        ) as listed
        where $4 = '' or listed.name collate "C" %1$s $4
        order by listed.name collate "C"
      ) as entries
      order by entries.name collate "C" %2$s
      limit $5
    $sql$,
    case direction when 'asc' then '>' else '<' end, direction)
  using _bucket_id, coalesce(prefix_param, ''), delimiter_param, after, max_keys;
end $$;

create function storage.list_multipart_uploads_with_delimiter(
  bucket_id text,
  prefix_param text,
  delimiter_param text,
  max_keys integer default 100,
  next_key_token text default '',
  next_upload_token text default ''
) returns table (key text, id text, created_at timestamptz)
language sql stable as $$
  select entries.key, entries.id, entries.created_at
  from (
    select distinct on (listed.key) listed.*
    from (
      select
        coalesce(storage.get_common_prefix(uploads.key, prefix_param, delimiter_param), uploads.key)
          collate "C" as key,
        uploads.id,
        uploads.created_at
      from storage.s3_multipart_uploads as uploads
      where uploads.bucket_id = list_multipart_uploads_with_delimiter.bucket_id
        and starts_with(uploads.key, prefix_param)
        and (next_upload_token = '' or uploads.id collate "C" > next_upload_token)
    ) as listed
    where next_key_token = '' or next_upload_token <> '' or listed.key > next_key_token
    order by listed.key, listed.created_at
  ) as entries
  order by entries.key
  limit max_keys
$$;

-- Lists a folder. The bounds make the index on bucket and name usable; without them, a list under a policy would
-- evaluate the policy for every object of the bucket.

-- Lists a page of a folder, ignoring the case of its name. Folders come before files unless the list is sorted by name.
-- In ASCII, of which names consist, capitals come before small letters, so the two bounds hold for every case. The
-- index is usable under row-level security, because comparisons are leakproof; lower() is not, so it must not run
-- before a policy.
create function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
) returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
) language plpgsql stable as $$
#variable_conflict use_column
declare
  direction text := case when lower(coalesce(sortorder, 'asc')) = 'asc' then 'asc' else 'desc' end;
  sorted_by text := case
    when lower(sortcolumn) in ('updated_at', 'created_at', 'last_accessed_at') then lower(sortcolumn)
    else 'name'
  end;
begin
  return query execute format(
    $sql$
      select entries.name, entries.id, entries.updated_at, entries.created_at,
        entries.last_accessed_at, entries.metadata
      from (
        select distinct on (folder is null, lower(coalesce(folder, objects.name)), objects_id)
          substr(coalesce(rtrim(folder, '/'), objects.name), length($2) + 1) as name,
          objects_id as id,
          case when folder is null then objects.updated_at end as updated_at,
          case when folder is null then objects.created_at end as created_at,
          case when folder is null then objects.last_accessed_at end as last_accessed_at,
          case when folder is null then objects.metadata end as metadata
        from storage.objects,
          lateral (select storage.get_common_prefix(objects.name, $2 || $3, '/')) as common (folder),
          lateral (select case when folder is null then objects.id end) as own (objects_id)
        where objects.bucket_id = $1 and starts_with(lower(objects.name), lower($2 || $3))
          and objects.name collate "C" >= upper($2 || $3)
          and objects.name collate "C" < lower($2 || $3) || chr(1114111)
        order by folder is null, lower(coalesce(folder, objects.name)), objects_id, objects.name
      ) as entries
      order by %1$s lower(entries.name) collate "C" %2$s
      limit $4 offset $5
    $sql$,
    case sorted_by
      when 'name' then ''
      else format('(entries.id is null) desc, entries.%I %s,', sorted_by, direction)
    end,
    direction)
  using bucketname, coalesce(prefix, ''), coalesce(search, ''), least(coalesce(limits, 100), 1500),
    coalesce(offsets, 0);
end $$;

-- Lists a page of a folder that begins after a name, sorted by name or by time.
create function storage.search_v2(
  prefix text,
  bucket_name text,
  limits integer default 100,
  levels integer default 1,
  start_after text default '',
  sort_order text default 'asc',
  sort_column text default 'name',
  sort_column_after text default ''
) returns table (
  key text,
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
) language plpgsql stable as $$
#variable_conflict use_column
declare
  direction text := case when lower(coalesce(sort_order, 'asc')) = 'asc' then 'asc' else 'desc' end;
  comparison text := case direction when 'asc' then '>' else '<' end;
  sorted_by text := case
    when lower(sort_column) in ('updated_at', 'created_at') then lower(sort_column)
    else 'name'
  end;
begin
  return query execute format(
    $sql$
      select split_part(entries.name, '/', $3), entries.name, entries.id, entries.updated_at,
        entries.created_at, entries.last_accessed_at, entries.metadata
      from (
        select
          rtrim(folder, '/') as name, null::uuid as id, min(objects.created_at) as updated_at,
          min(objects.created_at) as created_at, null::timestamptz as last_accessed_at,
          null::jsonb as metadata
        from storage.objects,
          lateral (select storage.get_common_prefix(objects.name, $2, '/')) as common (folder)
        where objects.bucket_id = $1 and starts_with(objects.name, $2) and folder is not null
          and objects.name collate "C" >= $2 and objects.name collate "C" < $2 || chr(1114111)
        group by folder
        union all
        select objects.name, objects.id, objects.updated_at, objects.created_at,
          objects.last_accessed_at, objects.metadata
        from storage.objects
        where objects.bucket_id = $1 and starts_with(objects.name, $2)
          and objects.name collate "C" >= $2 and objects.name collate "C" < $2 || chr(1114111)
          and storage.get_common_prefix(objects.name, $2, '/') is null
      ) as entries
      where $4 = '' or %1$s
      order by %2$s entries.name collate "C" %3$s
      limit $6
    $sql$,
    case sorted_by
      when 'name' then format('entries.name collate "C" %s $4', comparison)
      else format(
        'row(date_trunc(''milliseconds'', entries.%I), entries.name collate "C") %s '
          'row(coalesce(nullif($5, '''')::timestamptz, ''epoch''), $4)',
        sorted_by, comparison)
    end,
    case sorted_by
      when 'name' then ''
      else format('coalesce(date_trunc(''milliseconds'', entries.%I), ''epoch'') %s,', sorted_by, direction)
    end,
    direction)
  using bucket_name, coalesce(prefix, ''), levels, coalesce(start_after, ''),
    coalesce(sort_column_after, ''), least(coalesce(limits, 100), 1500);
end $$;

create function storage.update_updated_at_column() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end $$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create function storage.enforce_bucket_name_length() returns trigger language plpgsql as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end $$;
create trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

-- A row is the name of a file in the file store. Only the storage wire deletes both.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end $$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

grant all on storage.buckets, storage.objects, storage.buckets_analytics
  to anon, authenticated, service_role;
grant all on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to service_role;
grant select on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts,
  storage.buckets_vectors, storage.vector_indexes to anon, authenticated, service_role;
do $$
declare
  relation regclass;
begin
  for relation in select oid from pg_class where relnamespace = 'storage'::regnamespace and relkind = 'r' loop
    execute format('alter table %s owner to supabase_storage_admin', relation);
  end loop;
exception when insufficient_privilege then
  null;
end $$;
alter default privileges in schema storage grant all on tables to anon, authenticated, service_role;
alter default privileges in schema storage grant all on functions to anon, authenticated, service_role;
alter default privileges in schema storage grant all on sequences to anon, authenticated, service_role;
