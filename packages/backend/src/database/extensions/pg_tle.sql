-- pg_tle: can be created, but cannot install extensions from a package manager. An attempt to install one fails.
do $$ begin
  if to_regnamespace('pgtle') is null then create schema pgtle; end if;
end $$;
create function pgtle.install_extension(
  name text, version text, description text, ext text, requires text[] default null
) returns boolean language plpgsql as $$
begin
  raise feature_not_supported using
    message = format('pg_tle cannot install "%s" here', name),
    hint = 'Put its SQL into a migration of its own.';
end $$;
create function pgtle.install_extension_version_sql(name text, version text, ext text)
returns boolean language sql as $$ select pgtle.install_extension(name, version, '', ext) $$;
create function pgtle.uninstall_extension(extname text) returns boolean language sql as $$ select true $$;
create function pgtle.uninstall_extension_if_exists(extname text) returns boolean language sql as $$ select false $$;
create function pgtle.available_extensions(out name text, out default_version text, out comment text)
returns setof record language sql as $$ select null::text, null::text, null::text where false $$;
