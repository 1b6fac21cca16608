-- dblink: can be created, but a call fails, because the embedded database has no other server to connect to.
create function @extschema@._dblink_not_here() returns text language plpgsql as $$
begin
  raise feature_not_supported using message = 'dblink has no server to connect to here';
end $$;
create function @extschema@.dblink(connname text, sql text) returns setof record
language plpgsql as $$ begin perform @extschema@._dblink_not_here(); end $$;
create function @extschema@.dblink(sql text) returns setof record
language plpgsql as $$ begin perform @extschema@._dblink_not_here(); end $$;
create function @extschema@.dblink_exec(connname text, sql text) returns text
language sql as $$ select @extschema@._dblink_not_here() $$;
create function @extschema@.dblink_exec(sql text) returns text
language sql as $$ select @extschema@._dblink_not_here() $$;
create function @extschema@.dblink_connect(connstr text) returns text
language sql as $$ select @extschema@._dblink_not_here() $$;
create function @extschema@.dblink_connect(connname text, connstr text) returns text
language sql as $$ select @extschema@._dblink_not_here() $$;
create function @extschema@.dblink_connect_u(connname text, connstr text) returns text
language sql as $$ select @extschema@._dblink_not_here() $$;
create function @extschema@.dblink_send_query(connname text, sql text) returns integer
language sql as $$ select 0 from @extschema@._dblink_not_here() $$;
create function @extschema@.dblink_disconnect(connname text) returns text
language sql as $$ select 'OK'::text $$;
create function @extschema@.dblink_disconnect() returns text language sql as $$ select 'OK'::text $$;
create function @extschema@.dblink_get_connections() returns text[] language sql as $$ select null::text[] $$;
create function @extschema@.dblink_is_busy(connname text) returns integer language sql as $$ select 0 $$;
create function @extschema@.dblink_error_message(connname text) returns text language sql as $$ select 'OK'::text $$;
