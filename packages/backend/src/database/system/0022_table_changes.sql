-- Changes of tables for those who listen: a trigger on each table of the publication that somebody has listened to
-- notifies (notifications come in the order of commits, and none comes before its commit).

-- The processes that listen to each table. A process renews its rows; those of one that ended run out.
create unlogged table realtime.listened (
  relation oid not null,
  process uuid not null,
  until timestamptz not null,
  primary key (relation, process)
);

-- Changes that do not fit into a notification. Each is kept for a minute.
create unlogged table realtime.large_changes (
  id bigint primary key,
  change text not null,
  made_at timestamptz not null default clock_timestamp()
);

-- Two equal notifications of a transaction would come as one, so each has a number.
create sequence realtime.change_number;

-- Its arguments: 'all' columns or the 'key' are the replica identity, then the columns of the key. JSON tells times in UTC.
create function realtime.tell_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  number bigint;
  before jsonb;
  change text;
begin
  if not exists (
    select from realtime.listened as l where l.relation = tg_relid and l.until > clock_timestamp()
  ) then
    return null;
  end if;
  number := nextval('realtime.change_number');
  -- A value that JSON cannot hold must not keep the row from being written.
  begin
    if tg_op <> 'INSERT' then
      before := to_jsonb(old);
      if tg_argv[0] = 'key' then
        before := (select jsonb_object_agg(key, before -> key) from unnest(tg_argv[1:]) as key);
      end if;
    end if;
    change := json_build_object(
      'number', number, 'relation', tg_relid::bigint, 'type', tg_op, 'at', clock_timestamp(),
      'record', case when tg_op <> 'DELETE' then to_jsonb(new) end, 'before', before)::text;
  exception when others then
    change := json_build_object('number', number, 'relation', tg_relid::bigint, 'missed', true)::text;
  end;
  -- A notification holds less than 8000 bytes.
  if octet_length(change) >= 8000 then
    insert into realtime.large_changes (id, change) values (number, change);
    change := json_build_object('number', number, 'relation', tg_relid::bigint, 'large', true)::text;
  end if;
  perform pg_notify('portico_changes', change);
  return null;
end $$;

-- Has a table tell of its changes to a process for two minutes.
create function realtime.listen_to(entity oid, process uuid) returns void
language plpgsql set search_path = '' as $$
declare
  identity text[];
  arguments text;
  is_known boolean;
begin
  select array[case c.relreplident when 'f' then 'all' else 'key' end]
    || coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.attname is not null), '{}')
  into identity
  from pg_class as c
  left join pg_index as i on i.indrelid = c.oid
    and case c.relreplident when 'i' then i.indisreplident else i.indisprimary end
  left join pg_attribute as a on a.attrelid = c.oid and a.attnum = any (i.indkey)
  where c.oid = entity
  group by c.relreplident;
  arguments := (select string_agg(quote_literal(part), ', ') from unnest(identity) as part);
  is_known := exists (
    select from pg_trigger as t
    where t.tgrelid = entity and t.tgname = 'portico_tell_change'
      and right(pg_get_triggerdef(t.oid), length(arguments) + 2) = '(' || arguments || ')');
  if not is_known then
    execute format(
      'create or replace trigger portico_tell_change after insert or update or delete on %s '
      'for each row execute function realtime.tell_change(%s)', entity::regclass, arguments);
  end if;
  insert into realtime.listened (relation, process, until)
  values (entity, listen_to.process, clock_timestamp() + interval '2 minutes')
  on conflict on constraint listened_pkey do update set until = excluded.until;
end $$;

-- Tells which rows each caller sees by the policies of a table. `keys` are the primary keys of the rows, `callers`
-- have a role and claims. A policy that fails shows nothing. A prepared statement is planned once for all callers of
-- a role, and its subquery looks for each key by itself: a join may ask the policy about the whole table.
create function realtime.visible_rows(entity oid, keys jsonb, callers jsonb)
returns table (caller integer, visible integer[])
language plpgsql set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan as $$
declare
  one jsonb;
  look text := format('execute portico_visible_rows (%L)', keys);
begin
  -- One that ended by an error has left its statement.
  if exists (select from pg_prepared_statements where name = 'portico_visible_rows') then
    deallocate portico_visible_rows;
  end if;
  execute (
    select format(
      'prepare portico_visible_rows (jsonb) as select array_agg((k.i - 1)::integer) '
      'from pg_catalog.jsonb_array_elements($1) with ordinality as k (key, i) where (select true from %s as t where %s limit 1)',
      entity::regclass,
      string_agg(format('t.%I = (k.key ->> %L)::%s', a.attname, a.attname, format_type(a.atttypid, a.atttypmod)), ' and '))
    from pg_index as i join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = entity and i.indisprimary);
  caller := 0;
  for one in select value from jsonb_array_elements(callers) loop
    begin
      perform pg_catalog.set_config('request.jwt.claims', (one -> 'claims')::text, true),
        pg_catalog.set_config('role', one ->> 'role', true);
      -- Policies may call functions by their bare names. Nothing runs as the owner while they are found there.
      perform pg_catalog.set_config('search_path', 'public, extensions', true);
      execute look into visible;
      perform pg_catalog.set_config('search_path', '', true);
      perform pg_catalog.set_config('role', 'none', true);
    exception when assert_failure or others then
      visible := null;
    end;
    return next;
    caller := caller + 1;
  end loop;
  deallocate portico_visible_rows;
end $$;

-- The canonical texts of a filter's value, or of the values in its list.
create function realtime.texts_of(value text, type regtype, is_list boolean) returns text[]
language plpgsql set search_path = pg_catalog, extensions, pg_temp as $$
declare
  result text[];
begin
  execute case
    when is_list then format('select array(select x::text from unnest(%L::%s[]) as x)', value, type)
    else format('select array[(%L::%s)::text]', value, type) end
  into result;
  return result;
end $$;

-- Clients' values are read by these, as the role that asks: a type may run its owner's code.
alter function realtime.check_equality_op(realtime.equality_op, regtype, text, text, boolean)
  set search_path = pg_catalog, extensions, pg_temp;

revoke all on function realtime.tell_change(), realtime.listen_to(oid, uuid), realtime.visible_rows(oid, jsonb, jsonb)
from public;
