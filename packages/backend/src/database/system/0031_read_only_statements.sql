-- Runs a statement of an agent that may only read. In a function that is a security definer, PostgreSQL lets nobody
-- set the role or the session's user; with `set role`, a call of set_config() in the statement could take it back.
-- Values that JavaScript's numbers do not hold are texts.
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
  -- Only the embedded database has callers for it.
  null;
end $$;
