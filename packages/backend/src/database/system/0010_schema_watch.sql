-- Every change of the schema makes the REST wire reload its schema cache, as on the hosted service, regardless of its
-- origin: psql, `supabase db push`, or another process that starts with a newer project folder.
create function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() as command
    where command.command_tag in (
        'CREATE SCHEMA', 'ALTER SCHEMA',
        'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
        'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE',
        'CREATE VIEW', 'ALTER VIEW',
        'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
        'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE AGGREGATE', 'ALTER AGGREGATE',
        'CREATE TRIGGER', 'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN',
        'CREATE CAST', 'CREATE RULE', 'CREATE EXTENSION', 'COMMENT')
      -- Some functions create temporary tables in each call.
      and command.schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
end $$;

create function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects() as dropped
    where not dropped.is_temporary
      and dropped.object_type in (
        'schema', 'table', 'table column', 'table constraint', 'foreign table', 'view',
        'materialized view', 'function', 'aggregate', 'trigger', 'type', 'cast', 'rule', 'extension')
  ) then
    notify pgrst, 'reload schema';
  end if;
end $$;

-- Only a superuser may create an event trigger. Other users have to notify by hand, or restart the server.
do $$ begin
  create event trigger pgrst_ddl_watch on ddl_command_end
    execute function extensions.pgrst_ddl_watch();
  create event trigger pgrst_drop_watch on sql_drop
    execute function extensions.pgrst_drop_watch();
exception when insufficient_privilege then
  null;
end $$;
