-- Renames objects that realtime adds to those of the reference. Triggers that exist keep their functions, which are
-- renamed and not created again.
alter table realtime.listened rename to change_listeners;
alter table realtime.change_listeners rename column until to expires_at;
alter index realtime.listened_pkey rename to change_listeners_pkey;
alter table portico.realtime_words rename to realtime_envelopes;
alter index portico.realtime_words_pkey rename to realtime_envelopes_pkey;
alter function realtime.texts_of(text, regtype, boolean) rename to canonical_values;
alter function realtime.tell_change() rename to notify_change;
alter function portico.tell_message() rename to notify_message;
drop function realtime.listen_to(oid, uuid);

-- Notifies of the change of a row, if a process listens to its table. Applies the publication's row filter as
-- replication does (https://www.postgresql.org/docs/18/logical-replication-row-filter.html): an update that brings a row
-- into the filter becomes an insertion, and one that takes it out becomes a deletion.
-- Arguments: 'all' if the replica identity is the whole row, else 'key' and the columns of the key.
create or replace function realtime.notify_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  number bigint;
  type text := tg_op;
  filter text;
  old_passes boolean;
  new_passes boolean;
  old_row jsonb;
  change text;
begin
  if not exists (
    select from realtime.change_listeners as l where l.relation = tg_relid and l.expires_at > clock_timestamp()
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
        execute filter into old_passes using old;
      end if;
      if tg_op <> 'DELETE' then
        execute filter into new_passes using new;
      end if;
      type := case
        when old_passes and new_passes then 'UPDATE' when new_passes then 'INSERT' when old_passes then 'DELETE' end;
      if type is null then
        return null;
      end if;
    end if;
    if type <> 'INSERT' then
      old_row := to_jsonb(old);
      if tg_argv[0] = 'key' then
        old_row := (select jsonb_object_agg(key, old_row -> key) from unnest(tg_argv[1:]) as key);
      end if;
    end if;
    change := json_build_object(
      'number', number, 'relation', tg_relid::bigint, 'type', type, 'at', clock_timestamp(),
      'record', case when type <> 'DELETE' then to_jsonb(new) end, 'before', old_row)::text;
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

-- Registers a process as a listener to a table's changes for two minutes. Creates the table's trigger if it is missing or
-- has the columns of an earlier key.
create function realtime.register_listener(entity oid, process uuid) returns void
language plpgsql set search_path = '' as $$
declare
  identity text[];
  arguments text;
  present record;
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
  -- The migration could not rename the triggers on tables of other owners.
  select t.tgname as name, pg_get_triggerdef(t.oid) as definition into present
  from pg_trigger as t
  where t.tgrelid = entity and t.tgfoid = 'realtime.notify_change()'::regprocedure;
  if (right(present.definition, length(arguments) + 2) = '(' || arguments || ')') is not true then
    execute format(
      'create or replace trigger %I after insert or update or delete on %s '
      'for each row execute function realtime.notify_change(%s)',
      coalesce(present.name, 'portico_notify_change'), entity::regclass, arguments);
  end if;
  insert into realtime.change_listeners (relation, process, expires_at)
  values (entity, register_listener.process, clock_timestamp() + interval '2 minutes')
  on conflict on constraint change_listeners_pkey do update set expires_at = excluded.expires_at;
end $$;
revoke all on function realtime.register_listener(oid, uuid) from public;

-- Notifies the listeners of a message when its transaction commits. A message that is too large for NOTIFY's 8,000 bytes
-- is fetched by its id.
create or replace function portico.notify_message() returns trigger language plpgsql set search_path = '' as $$
declare
  notification text;
begin
  if coalesce(octet_length(new.payload::text), 0) < 7500 and new.binary_payload is null then
    notification := json_build_object(
      'id', new.id, 'topic', new.topic, 'event', new.event, 'private', new.private,
      'payload', new.payload::text)::text;
  end if;
  if notification is null or octet_length(notification) > 7900 then
    notification := json_build_object('id', new.id)::text;
  end if;
  perform pg_notify('portico_realtime', 'm' || notification);
  return null;
end $$;

do $$
declare
  old_trigger record;
begin
  for old_trigger in
    select tgname as name, tgrelid::regclass as relation,
      case tgname when 'portico_tell' then 'portico_notify_message' else 'portico_notify_change' end as new_name
    from pg_trigger
    where tgfoid in ('realtime.notify_change()'::regprocedure, 'portico.notify_message()'::regprocedure)
      and tgname in ('portico_tell', 'portico_tell_change') and tgparentid = 0
  loop
    begin
      execute format(
        'alter trigger %I on %s rename to %I', old_trigger.name, old_trigger.relation, old_trigger.new_name);
    exception when insufficient_privilege then
      null;
    end;
  end loop;
end $$;
