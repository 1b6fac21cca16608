-- `supabase db reset --db-url` drops every schema but those of supabase_admin, who owns them on the hosted service
-- (supabase/cli, `pkg/migration/queries/drop.sql`). The objects in them keep their owners.
create function portico.own_schemas() returns void language plpgsql as $$
declare
  owned name;
begin
  -- The owner of a schema has to have this right, unless a superuser names it.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant create on database %I to supabase_admin', current_database());
    exception when insufficient_privilege then
      null;
    end;
  end if;
  for owned in
    select nspname from pg_namespace
    where nspname in (
        'auth', 'storage', 'realtime', '_realtime', 'portico', 'net', 'cron', 'pgmq', 'pgtle', 'pgsodium',
        'graphql', 'graphql_public', 'supabase_functions', 'vault')
      and nspowner = current_user::regrole
      and not exists (select from pg_depend where objid = pg_namespace.oid and deptype = 'e')
  loop
    begin
      execute format('alter schema %I owner to supabase_admin', owned);
      -- Otherwise a member of a role that does not inherit its rights would lose access.
      if not has_schema_privilege(owned, 'create') then
        raise insufficient_privilege;
      end if;
    exception when insufficient_privilege then
      null;
    end;
  end loop;
end $$;
revoke all on function portico.own_schemas() from public;
select portico.own_schemas();
