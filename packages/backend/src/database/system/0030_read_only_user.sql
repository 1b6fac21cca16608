-- The SQL of read-only agents runs as this role, which can read all tables on the hosted service (supabase/postgres,
-- `migrations/db/init-scripts/00000000000000-initial-schema.sql`).
do $$
begin
  grant pg_read_all_data to supabase_read_only_user;
  alter role supabase_read_only_user bypassrls;
exception when insufficient_privilege then
  null;
end $$;
