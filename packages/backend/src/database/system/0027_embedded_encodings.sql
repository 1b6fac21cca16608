-- Encodings and collations that the embedded database does not support: a conversion between encodings ends it for all
-- callers, and collations of ICU compare bytes. Without their rows in the catalog, PostgreSQL refuses both.
do $$
begin
  if version() !~ 'emscripten' then
    return;
  end if;
  delete from pg_catalog.pg_conversion where oid < 16384;
  delete from pg_catalog.pg_collation as c
  where oid < 16384 and collprovider = 'i'
    and not exists (select from pg_catalog.pg_attribute where attcollation = c.oid);

  create function portico.refuse_icu() returns event_trigger language plpgsql set search_path = '' as $body$
  begin
    if exists (
      select from pg_catalog.pg_event_trigger_ddl_commands() as command
      join pg_catalog.pg_collation as c on c.oid = command.objid
      where command.classid = 'pg_catalog.pg_collation'::pg_catalog.regclass and c.collprovider = 'i'
    ) then
      raise exception 'collations of ICU are not supported by the embedded database'
        using errcode = 'feature_not_supported',
          hint = 'It has the collations "C" and pg_c_utf8. For texts that are equal in any case there are the type citext and an index on lower(column); a PostgreSQL server has ICU.';
    end if;
  end $body$;
  create event trigger portico_refuse_icu on ddl_command_end when tag in ('CREATE COLLATION')
    execute function portico.refuse_icu();
end $$;
