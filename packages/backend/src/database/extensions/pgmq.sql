-- pgmq: queues in tables, `pgmq.q_<name>`, and their archives, `pgmq.a_<name>`.
do $$ begin
  if to_regnamespace('pgmq') is null then create schema pgmq; end if;
end $$;

create table pgmq.meta (
  queue_name varchar unique not null,
  is_partitioned boolean not null,
  is_unlogged boolean not null,
  created_at timestamptz not null default now()
);
-- The table has no key, so a publication for all tables would prevent changes to it.
alter table pgmq.meta replica identity full;
create type pgmq.message_record as (
  msg_id bigint, read_ct integer, enqueued_at timestamptz, vt timestamptz, message jsonb, headers jsonb
);
create type pgmq.queue_record as (
  queue_name varchar, is_partitioned boolean, is_unlogged boolean, created_at timestamptz
);
create type pgmq.metrics_result as (
  queue_name text, queue_length bigint, newest_msg_age_sec integer, oldest_msg_age_sec integer,
  total_messages bigint, scrape_time timestamptz, queue_visible_length bigint
);

create function pgmq.format_table_name(queue_name text, prefix text) returns text
language plpgsql immutable as $$
begin
  if queue_name ~ '\$|;|--|''' then
    raise exception 'queue name contains invalid characters: $, ;, --, or ''';
  end if;
  return lower(prefix || '_' || queue_name);
end $$;
create function pgmq.validate_queue_name(queue_name text) returns void language plpgsql as $$
begin
  if length(queue_name) > 47 then
    raise exception 'queue name is too long, maximum length is 47 characters';
  end if;
end $$;
create function pgmq.acquire_queue_lock(queue_name text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('pgmq.queue_' || queue_name))
$$;

create function pgmq._create(queue_name text, is_unlogged boolean) returns void language plpgsql as $$
declare
  queue text := pgmq.format_table_name(queue_name, 'q');
  archive text := pgmq.format_table_name(queue_name, 'a');
begin
  perform pgmq.validate_queue_name(queue_name);
  perform pgmq.acquire_queue_lock(queue_name);
  execute format(
    'create %s table if not exists pgmq.%I (
      msg_id bigint primary key generated always as identity,
      read_ct integer not null default 0,
      enqueued_at timestamptz not null default now(),
      vt timestamptz not null,
      message jsonb,
      headers jsonb)',
    case when is_unlogged then 'unlogged' else '' end, queue);
  execute format(
    'create table if not exists pgmq.%I (
      msg_id bigint primary key,
      read_ct integer not null default 0,
      enqueued_at timestamptz not null default now(),
      archived_at timestamptz not null default now(),
      vt timestamptz not null,
      message jsonb,
      headers jsonb)',
    archive);
  execute format('create index if not exists %I on pgmq.%I (vt)', queue || '_vt_idx', queue);
  execute format(
    'create index if not exists %I on pgmq.%I (archived_at)', 'archived_at_idx_' || queue_name, archive);
  insert into pgmq.meta (queue_name, is_partitioned, is_unlogged)
  values (_create.queue_name, false, _create.is_unlogged)
  on conflict do nothing;
end $$;
create function pgmq.create_non_partitioned(queue_name text) returns void language sql as $$
  select pgmq._create(queue_name, false)
$$;
create function pgmq.create_unlogged(queue_name text) returns void language sql as $$
  select pgmq._create(queue_name, true)
$$;
create function pgmq."create"(queue_name text) returns void language sql as $$
  select pgmq._create(queue_name, false)
$$;
create function pgmq.create_partitioned(
  queue_name text, partition_interval text default '10000', retention_interval text default '100000'
) returns void language plpgsql as $$
begin
  raise feature_not_supported using message = 'a partitioned queue needs pg_partman, which the embedded database does not have';
end $$;
create function pgmq.drop_queue(queue_name text) returns boolean language plpgsql as $$
begin
  perform pgmq.acquire_queue_lock(queue_name);
  execute format('drop table if exists pgmq.%I', pgmq.format_table_name(queue_name, 'q'));
  execute format('drop table if exists pgmq.%I', pgmq.format_table_name(queue_name, 'a'));
  delete from pgmq.meta where meta.queue_name = drop_queue.queue_name;
  return found;
end $$;
create function pgmq.drop_queue(queue_name text, partitioned boolean) returns boolean language sql as $$
  select pgmq.drop_queue(queue_name)
$$;
create function pgmq.detach_archive(queue_name text) returns void language sql as $$ select null::void $$;

create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamptz)
returns setof bigint language plpgsql as $$
begin
  return query execute format(
    'insert into pgmq.%I (vt, message, headers)
     select $2, sent.message, sent.headers
     from unnest($1, $3) with ordinality as sent (message, headers, at)
     where sent.at <= cardinality($1)
     order by sent.at
     returning msg_id',
    pgmq.format_table_name(queue_name, 'q'))
  using msgs, delay, coalesce(headers, '{}');
end $$;
create function pgmq.send_batch(queue_name text, msgs jsonb[]) returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, msgs, null::jsonb[], clock_timestamp())
$$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[])
returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, msgs, headers, clock_timestamp())
$$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay integer)
returns setof bigint language sql as $$
  select * from pgmq.send_batch(
    queue_name, msgs, null::jsonb[], clock_timestamp() + make_interval(secs => delay))
$$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay timestamptz)
returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, msgs, null::jsonb[], delay)
$$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay integer)
returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, msgs, headers, clock_timestamp() + make_interval(secs => delay))
$$;

create function pgmq.send(queue_name text, msg jsonb) returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, array[msg])
$$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb) returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, array[msg], array[headers])
$$;
create function pgmq.send(queue_name text, msg jsonb, delay integer) returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, array[msg], delay)
$$;
create function pgmq.send(queue_name text, msg jsonb, delay timestamptz)
returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, array[msg], delay)
$$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay integer)
returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, array[msg], array[headers], delay)
$$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay timestamptz)
returns setof bigint language sql as $$
  select * from pgmq.send_batch(queue_name, array[msg], array[headers], delay)
$$;

create function pgmq.read(queue_name text, vt integer, qty integer, conditional jsonb default '{}')
returns setof pgmq.message_record language plpgsql as $$
begin
  return query execute format(
    'with due as (
       select msg_id from pgmq.%1$I
       where vt <= clock_timestamp() and ($3 = ''{}''::jsonb or message @> $3)
       order by msg_id
       limit $2
       for update skip locked)
     update pgmq.%1$I as queued
     set vt = clock_timestamp() + $1, read_ct = read_ct + 1
     from due
     where queued.msg_id = due.msg_id
     returning queued.msg_id, queued.read_ct, queued.enqueued_at, queued.vt, queued.message, queued.headers',
    pgmq.format_table_name(queue_name, 'q'))
  using make_interval(secs => vt), qty, conditional;
end $$;
create function pgmq.read_with_poll(
  queue_name text, vt integer, qty integer, max_poll_seconds integer default 5,
  poll_interval_ms integer default 100, conditional jsonb default '{}'
) returns setof pgmq.message_record language plpgsql as $$
declare
  until timestamptz := clock_timestamp() + make_interval(secs => max_poll_seconds);
begin
  loop
    return query select * from pgmq.read(queue_name, vt, qty, conditional);
    exit when found or clock_timestamp() >= until;
    perform pg_sleep(poll_interval_ms / 1000.0);
  end loop;
end $$;
create function pgmq.pop(queue_name text) returns setof pgmq.message_record language plpgsql as $$
begin
  return query execute format(
    'delete from pgmq.%1$I where msg_id = (
       select msg_id from pgmq.%1$I where vt <= clock_timestamp() order by msg_id limit 1
       for update skip locked)
     returning msg_id, read_ct, enqueued_at, vt, message, headers',
    pgmq.format_table_name(queue_name, 'q'));
end $$;
create function pgmq.set_vt(queue_name text, msg_id bigint, vt integer)
returns setof pgmq.message_record language plpgsql as $$
begin
  return query execute format(
    'update pgmq.%I as queued set vt = clock_timestamp() + $2 where queued.msg_id = $1
     returning msg_id, read_ct, enqueued_at, vt, message, headers',
    pgmq.format_table_name(queue_name, 'q'))
  using msg_id, make_interval(secs => vt);
end $$;

create function pgmq.delete(queue_name text, msg_ids bigint[]) returns setof bigint language plpgsql as $$
begin
  return query execute format(
    'delete from pgmq.%I where msg_id = any ($1) returning msg_id', pgmq.format_table_name(queue_name, 'q'))
  using msg_ids;
end $$;
create function pgmq.delete(queue_name text, msg_id bigint) returns boolean language sql as $$
  select exists (select * from pgmq.delete(queue_name, array[msg_id]))
$$;
create function pgmq.archive(queue_name text, msg_ids bigint[]) returns setof bigint language plpgsql as $$
begin
  return query execute format(
    'with archived as (
       delete from pgmq.%I where msg_id = any ($1)
       returning msg_id, read_ct, enqueued_at, vt, message, headers)
     insert into pgmq.%I (msg_id, read_ct, enqueued_at, vt, message, headers)
     select * from archived
     returning msg_id',
    pgmq.format_table_name(queue_name, 'q'), pgmq.format_table_name(queue_name, 'a'))
  using msg_ids;
end $$;
create function pgmq.archive(queue_name text, msg_id bigint) returns boolean language sql as $$
  select exists (select * from pgmq.archive(queue_name, array[msg_id]))
$$;
create function pgmq.purge_queue(queue_name text) returns bigint language plpgsql as $$
declare
  purged bigint;
begin
  execute format('delete from pgmq.%I', pgmq.format_table_name(queue_name, 'q'));
  get diagnostics purged = row_count;
  return purged;
end $$;

create function pgmq.list_queues() returns setof pgmq.queue_record language sql stable as $$
  select queue_name, is_partitioned, is_unlogged, created_at from pgmq.meta
$$;
create function pgmq.metrics(queue_name text) returns pgmq.metrics_result language plpgsql as $$
declare
  result pgmq.metrics_result;
  queue text := pgmq.format_table_name(queue_name, 'q');
begin
  execute format(
    'select $1, count(*),
       extract(epoch from clock_timestamp() - max(enqueued_at))::integer,
       extract(epoch from clock_timestamp() - min(enqueued_at))::integer,
       coalesce(pg_sequence_last_value(pg_get_serial_sequence(%L, ''msg_id'')), 0),
       clock_timestamp(),
       count(*) filter (where vt <= clock_timestamp())
     from pgmq.%I', format('pgmq.%I', queue), queue)
  using queue_name into result;
  return result;
end $$;
create function pgmq.metrics_all() returns setof pgmq.metrics_result language sql as $$
  select (pgmq.metrics(queue_name)).* from pgmq.meta
$$;

-- Tells pg_dump which of the extension's rows to dump, if this script runs as an extension.
do $$ begin
  perform pg_extension_config_dump('pgmq.meta', '');
exception when others then
  null;
end $$;
