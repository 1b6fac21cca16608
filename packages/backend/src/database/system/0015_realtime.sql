-- The publication and the schema for realtime policies, triggers and dumps: tables, types and signatures of
-- supabase/realtime (lib/realtime/tenants/repo/migrations).
do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
    create role supabase_realtime_admin nologin noinherit;
  end if;
exception when duplicate_object or unique_violation then
  null;
end $$;
do $$
begin
  grant supabase_realtime_admin to current_user;
exception when insufficient_privilege then
  null;
end $$;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end $$;

create schema if not exists _realtime;
create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;
grant all on schema realtime to supabase_realtime_admin, dashboard_user;

create table realtime.schema_migrations (version bigint primary key, inserted_at timestamp(0));

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create type realtime.action as enum ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'ERROR');
create type realtime.equality_op as enum (
  'eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct'
);
create type realtime.user_defined_filter as (
  column_name text, op realtime.equality_op, value text, negate boolean
);
create type realtime.wal_column as (
  name text, type_name text, type_oid oid, value jsonb, is_pkey boolean, is_selectable boolean
);
create type realtime.wal_rls as (
  wal jsonb, is_rls_enabled boolean, subscription_ids uuid[], errors text[]
);

create function realtime.to_regrole(role_name text) returns regrole
language sql immutable as $$ select role_name::regrole $$;

create table realtime.subscription (
  id bigint generated always as identity constraint pk_subscription primary key,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role regrole not null generated always as (realtime.to_regrole(claims ->> 'role')) stored,
  created_at timestamp not null default timezone('utc', now()),
  action_filter text default '*' check (action_filter in ('*', 'INSERT', 'UPDATE', 'DELETE')),
  selected_columns text[]
);
create unique index subscription_subscription_id_entity_filters_action_filter_selec
  on realtime.subscription (subscription_id, entity, filters, action_filter, coalesce(selected_columns, '{}'));
create index ix_realtime_subscription_entity on realtime.subscription (entity);

-- Returns the topic for which a policy on realtime.messages is evaluated.
create function realtime.topic() returns text
language sql stable as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- A failure to send a message must not roll back the change that the message reports.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  new_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (new_id, jsonb_build_object('id', new_id) || payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $$;
create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
returns void language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end $$;

create function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation,
      'table', table_name, 'schema', table_schema),
    event_name,
    topic_name);
exception when others then
  raise exception 'Failed to process the row: %', sqlerrm;
end $$;

-- The functions below read a replication slot on the hosted service. Dumps grant privileges on them; this backend does
-- not call them.
create function realtime.quote_wal2json(entity regclass) returns text
language sql stable as $$
  select format('%I.%I', relnamespace::regnamespace, relname) from pg_class where oid = entity
$$;
create function realtime."cast"(val text, type_ regtype) returns jsonb
language plpgsql immutable as $$
declare
  result jsonb;
begin
  execute format('select to_jsonb(%L::%s)', val, type_) into result;
  return result;
end $$;
-- Parses clients' values as their role, because a type may run its owner's code.
create function realtime.check_equality_op(
  op realtime.equality_op, type_ regtype, val_1 text, val_2 text, negate boolean
) returns boolean language plpgsql stable set search_path = pg_catalog, extensions, pg_temp as $$
declare
  result boolean;
begin
  execute case op
    when 'is' then format('select %L::%s is %s', val_1, type_, case lower(val_2)
      when 'true' then 'true' when 'false' then 'false' when 'unknown' then 'unknown' else 'null' end)
    when 'in' then format('select %L::%s = any (%L::%s[])', val_1, type_, val_2, type_)
    else format('select %L::%s %s %L::%s', val_1, type_, case op
      when 'eq' then '=' when 'neq' then '<>' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>'
      when 'gte' then '>=' when 'like' then 'like' when 'ilike' then 'ilike' when 'match' then '~'
      when 'imatch' then '~*' when 'isdistinct' then 'is distinct from' end, val_2, type_)
  end into result;
  return case when negate then not result else result end;
end $$;
create function realtime.check_equality_op(
  op realtime.equality_op, type_ regtype, val_1 text, val_2 text
) returns boolean language sql stable as $$
  select realtime.check_equality_op(op, type_, val_1, val_2, false)
$$;
create function realtime.is_visible_through_filters(
  columns realtime.wal_column[], filters realtime.user_defined_filter[]
) returns boolean language sql stable as $$
  select coalesce(bool_and(coalesce(
    realtime.check_equality_op(
      wanted.op, found.type_oid::regtype, found.value #>> '{}', wanted.value, coalesce(wanted.negate, false)),
    false)), true)
  from unnest(filters) as wanted
  left join unnest(columns) as found on found.name = wanted.column_name
$$;
create function realtime.subscription_check_filters() returns trigger language plpgsql as $$
declare
  wanted realtime.user_defined_filter;
  wanted_column text;
begin
  foreach wanted_column in array
    array(select column_name from unnest(new.filters)) || coalesce(new.selected_columns, '{}')
  loop
    if not exists (
      select from pg_attribute
      where attrelid = new.entity and attname = wanted_column and attnum > 0 and not attisdropped
        and has_column_privilege(new.claims ->> 'role', attrelid, attnum, 'SELECT')
    ) then
      raise exception 'invalid column for filter %', wanted_column;
    end if;
  end loop;
  foreach wanted in array new.filters loop
    if wanted.op not in ('in', 'is') then
      perform realtime."cast"(wanted.value, (
        select atttypid::regtype from pg_attribute
        where attrelid = new.entity and attname = wanted.column_name));
    end if;
  end loop;
  new.filters = coalesce(
    (select array_agg(f order by f.column_name, f.op, f.value) from unnest(new.filters) as f), '{}');
  new.selected_columns = (select array_agg(c order by c) from unnest(new.selected_columns) as c);
  return new;
end $$;
create trigger tr_check_filters before insert or update on realtime.subscription
  for each row execute function realtime.subscription_check_filters();
create function realtime.build_prepared_statement_sql(
  prepared_statement_name text, entity regclass, columns realtime.wal_column[]
) returns text language sql stable as $$
  select format(
    'prepare %I as select exists (select from %s where %s)', prepared_statement_name, entity,
    string_agg(format('%I = %L::%s', key.name, key.value #>> '{}', key.type_oid::regtype), ' and '))
  from unnest(columns) as key
  where key.is_pkey
$$;
create function realtime.apply_rls(wal jsonb, max_record_bytes integer default 1024 * 1024)
returns setof realtime.wal_rls language plpgsql as $$
begin
  raise feature_not_supported using message = 'realtime.apply_rls reads a replication slot, and there is none here';
end $$;
create function realtime.list_changes(
  publication name, slot_name name, max_changes integer, max_record_bytes integer
) returns setof realtime.wal_rls language plpgsql as $$
begin
  raise feature_not_supported using message = 'realtime.list_changes reads a replication slot, and there is none here';
end $$;

grant all on realtime.subscription to dashboard_user;
grant select on realtime.subscription to anon, authenticated, service_role;
do $$
begin
  alter table realtime.messages owner to supabase_realtime_admin;
  alter table realtime.subscription owner to supabase_realtime_admin;
exception when insufficient_privilege then
  null;
end $$;

-- Changes of tables for subscribers: a trigger on each published table with subscribers sends notifications (in the
-- order of commits, and never before the commit).

-- The processes that listen to each table. A process renews its rows; those of a process that has ended expire.
create unlogged table realtime.listened (
  relation oid not null,
  process uuid not null,
  until timestamptz not null,
  primary key (relation, process)
);

-- Changes that do not fit into a notification. Each is stored for a minute.
create unlogged table realtime.large_changes (
  id bigint primary key,
  change text not null,
  made_at timestamptz not null default clock_timestamp()
);

-- PostgreSQL merges equal notifications of a transaction, so each has a number.
create sequence realtime.change_number;

-- Applies the publication's row filters in triggers, as replication does
-- (https://www.postgresql.org/docs/18/logical-replication-row-filter.html): an update that brings a row into a filter
-- becomes an insertion, and one that takes it out becomes a deletion. Its arguments: 'all' columns or the 'key' are the
-- replica identity, then the columns of the key. Times in the JSON are in UTC.
create function realtime.tell_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  number bigint;
  type text := tg_op;
  filter text;
  passed boolean;
  passes boolean;
  before jsonb;
  change text;
begin
  if not exists (
    select from realtime.listened as l where l.relation = tg_relid and l.until > clock_timestamp()
  ) then
    return null;
  end if;
  number := nextval('realtime.change_number');
  -- The row must be written even if JSON cannot hold one of its values, or the filter fails on it.
  begin
    -- Most tables have no filter. One index lookup rules it out.
    if exists (select from pg_publication_rel as r where r.prrelid = tg_relid and r.prqual is not null) then
      -- A publication of the whole schema, or of all tables, has no filter.
      filter := (
        select pg_get_expr(r.prqual, r.prrelid)
        from pg_publication_rel as r
        join pg_publication as p on p.oid = r.prpubid
        join pg_class as c on c.oid = r.prrelid
        where r.prrelid = tg_relid and p.pubname = 'supabase_realtime' and not p.puballtables
          -- An update that is not published does not become an insertion or a deletion.
          and (tg_op <> 'UPDATE' or p.pubupdate)
          and not exists (
            select from pg_publication_namespace as n where n.pnpubid = p.oid and n.pnnspid = c.relnamespace));
    end if;
    if filter is not null then
      -- The filter may use only the row's columns and built-in functions, so PostgreSQL has checked it already.
      filter := format('select %s from (select ($1).*) as t', filter);
      if tg_op <> 'INSERT' then
        execute filter into passed using old;
      end if;
      if tg_op <> 'DELETE' then
        execute filter into passes using new;
      end if;
      type := case when passed and passes then 'UPDATE' when passes then 'INSERT' when passed then 'DELETE' end;
      if type is null then
        return null;
      end if;
    end if;
    if type <> 'INSERT' then
      before := to_jsonb(old);
      if tg_argv[0] = 'key' then
        before := (select jsonb_object_agg(key, before -> key) from unnest(tg_argv[1:]) as key);
      end if;
    end if;
    change := json_build_object(
      'number', number, 'relation', tg_relid::bigint, 'type', type, 'at', clock_timestamp(),
      'record', case when type <> 'DELETE' then to_jsonb(new) end, 'before', before)::text;
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

-- Registers a process as a listener to a table's changes for two minutes.
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

-- Returns which rows each caller may read by the policies of a table. `keys` are the primary keys of the rows,
-- `callers` have a role and claims. A policy that fails hides all rows. The prepared statement is planned once for all
-- callers of a role, and its subquery looks up each key; a join might evaluate the policy for the whole table.
create function realtime.visible_rows(entity oid, keys jsonb, callers jsonb)
returns table (caller integer, visible integer[])
language plpgsql set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan as $$
declare
  one jsonb;
  look text := format('execute portico_visible_rows (%L)', keys);
begin
  -- A call that failed has left its prepared statement.
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
      -- Policies may call functions by unqualified names. While the search path contains them, nothing runs as the
      -- owner.
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

-- Returns PostgreSQL's text of a filter's value, or of each value in its list.
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

revoke all on function realtime.tell_change(), realtime.listen_to(oid, uuid), realtime.visible_rows(oid, jsonb, jsonb)
from public;

-- Notifies the listeners of a message when its transaction commits. A message that is too large for NOTIFY's 8,000
-- bytes is fetched by its id. Rows that are only inserted to evaluate policies have no payload.
create function portico.tell_message() returns trigger language plpgsql set search_path = '' as $$
declare
  told text;
begin
  if coalesce(octet_length(new.payload::text), 0) < 7500 and new.binary_payload is null then
    told := json_build_object(
      'id', new.id, 'topic', new.topic, 'event', new.event, 'private', new.private,
      'payload', new.payload::text)::text;
  end if;
  if told is null or octet_length(told) > 7900 then
    told := json_build_object('id', new.id)::text;
  end if;
  perform pg_notify('portico_realtime', 'm' || told);
  return null;
end $$;
create trigger portico_tell after insert on realtime.messages
  for each row
  when (
    new.extension = 'broadcast' and new.event is not null and new.private is not null
    and (new.payload is not null or new.binary_payload is not null))
  execute function portico.tell_message();

create index messages_inserted_at_index on realtime.messages (inserted_at);

-- Messages between processes that are too large for NOTIFY.
create unlogged table portico.realtime_words (
  id uuid primary key,
  content text not null,
  written_at timestamptz not null default now()
);
