-- The publication and the schema that realtime policies, triggers and dumps name: tables, types and signatures
-- of supabase/realtime (lib/realtime/tenants/repo/migrations).
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

-- The topic that a policy on realtime.messages is asked about.
create function realtime.topic() returns text
language sql stable as $$ select nullif(current_setting('realtime.topic', true), '') $$;

-- A message that cannot be sent must not undo the change that it tells of.
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

-- The functions below read a replication slot on the hosted service. Dumps grant them; nothing here calls them.
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
create function realtime.check_equality_op(
  op realtime.equality_op, type_ regtype, val_1 text, val_2 text, negate boolean
) returns boolean language plpgsql stable as $$
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
