-- On the hosted service, Supabase Auth connects as supabase_auth_admin, which owns the tables of auth. So row-level
-- security does not apply to it there, and a trigger function of the project runs with its rights
-- (supabase/postgres, `migrations/db/init-scripts/00000000000001-auth-schema.sql`).
create function portico.own_auth_tables() returns void language plpgsql set search_path = '' as $$
declare
  owned regclass;
begin
  for owned in
    select oid from pg_catalog.pg_class
    where relnamespace = 'auth'::regnamespace and relkind in ('r', 'p') and relowner = current_user::regrole
  loop
    begin
      execute format('alter table %s owner to supabase_auth_admin', owned);
      -- Otherwise a member of a role that does not inherit its rights would lose access.
      if not has_table_privilege(owned, 'insert') or row_security_active(owned) then
        raise insufficient_privilege;
      end if;
    exception when insufficient_privilege then
      null;
    end;
  end loop;
end $$;
revoke all on function portico.own_auth_tables() from public;
select portico.own_auth_tables();

-- The privileges that the auth wire needs in transactions with this role.
grant usage on schema portico to supabase_auth_admin;
grant select, insert, update, delete on
  portico.address_changes, portico.code_tries, portico.linked_identities, portico.outgoing_messages,
  portico.rate_limits, portico.recovery_sessions, portico.sending_clocks, portico.spent_oauth_codes
  to supabase_auth_admin;
