-- Runs a statement of a read-only agent. PostgreSQL does not allow a change of the role or the session's user inside a
-- security definer function; after `set role`, a call of set_config() in the statement could reset it. Values that
-- JavaScript's numbers cannot represent are returned as text.
do $$
begin
  create function portico.read_only(statement text, most integer) returns setof json
  language plpgsql security definer as $body$
  declare
    result record;
    remaining integer := most;
  begin
    for result in execute statement loop
      exit when remaining = 0;
      remaining := remaining - 1;
      return next (
        select pg_catalog.json_object_agg(
          key,
          case
            when pg_catalog.json_typeof(value) operator(pg_catalog.=) 'number'
              and pg_catalog.length(value::pg_catalog.text) operator(pg_catalog.>) 15
            then pg_catalog.to_json(value::pg_catalog.text)
            else value
          end)
        from pg_catalog.json_each(pg_catalog.to_json(result)));
    end loop;
  end $body$;
  revoke all on function portico.read_only(text, integer) from public;
  alter function portico.read_only(text, integer) owner to supabase_read_only_user;
  grant execute on function portico.read_only(text, integer) to current_user;
exception when insufficient_privilege then
  -- Only the embedded database uses this function.
  null;
end $$;
