-- Has triggers respect the publication's filters on rows, as replication does
-- (https://www.postgresql.org/docs/18/logical-replication-row-filter.html): an update that brings a row into a filter
-- is told as an insertion, one that takes it out as a deletion.
create or replace function realtime.tell_change() returns trigger
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
  -- A value that JSON cannot hold, or a filter that fails on the row, must not keep the row from being written.
  begin
    -- Most tables have no filter, which one look at an index tells.
    if exists (select from pg_publication_rel as r where r.prrelid = tg_relid and r.prqual is not null) then
      -- A table that is published with its schema, or with all tables, is so without a filter.
      filter := (
        select pg_get_expr(r.prqual, r.prrelid)
        from pg_publication_rel as r
        join pg_publication as p on p.oid = r.prpubid
        join pg_class as c on c.oid = r.prrelid
        where r.prrelid = tg_relid and p.pubname = 'supabase_realtime' and not p.puballtables
          -- An update that is not published becomes nothing else.
          and (tg_op <> 'UPDATE' or p.pubupdate)
          and not exists (
            select from pg_publication_namespace as n where n.pnpubid = p.oid and n.pnnspid = c.relnamespace));
    end if;
    if filter is not null then
      -- PostgreSQL takes nothing into a filter but the columns and what it has itself.
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
