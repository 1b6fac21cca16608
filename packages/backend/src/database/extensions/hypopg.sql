-- hypopg: can be created, but a call fails, because hypothetical indexes need the library's hooks into the planner.
create function @extschema@.hypopg_create_index(sql_order text, out indexrelid oid, out indexname text)
returns setof record language plpgsql as $$
begin
  raise feature_not_supported using message = 'hypopg is not available in the embedded database';
end $$;
create function @extschema@.hypopg_reset() returns void language sql as $$ select null::void $$;
create function @extschema@.hypopg_drop_index(indexid oid) returns boolean language sql as $$ select false $$;
