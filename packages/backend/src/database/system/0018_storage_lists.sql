-- The lists of a folder, bounded so that the index on bucket and name finds it: without that, each list under
-- a policy asked the policy about every object of the bucket.

-- A page of a folder, whatever the case of its name. Folders come before files unless names are sorted.
-- Capitals come before small letters in ASCII, which names are of: both bounds hold in every case. The index
-- serves them under row-level security, since comparisons leak nothing; lower() may not go before a policy.
create or replace function storage.search(
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

-- A page of a folder that begins after a name, sorted by name or by time.
create or replace function storage.search_v2(
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
