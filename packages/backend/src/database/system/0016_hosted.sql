-- Other objects that a hosted project has before its first migration, for dumps and grants that refer to them.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('postgres', 'nologin'),
      ('pgbouncer', 'nologin'),
      ('supabase_functions_admin', 'nologin noinherit createrole'),
      ('supabase_read_only_user', 'nologin'),
      ('supabase_replication_admin', 'nologin'),
      ('pgsodium_keyholder', 'nologin'),
      ('pgsodium_keyiduser', 'nologin'),
      ('pgsodium_keymaker', 'nologin')
    ) as roles (name, attributes)
  loop
    begin
      if not exists (select from pg_roles where rolname = wanted.name) then
        execute format('create role %I %s', wanted.name, wanted.attributes);
      end if;
      if wanted.name <> current_user then
        execute format('grant %I to current_user', wanted.name);
      end if;
    exception when duplicate_object or unique_violation or insufficient_privilege then
      null;
    end;
  end loop;
  for wanted in
    select * from (values
      ('supabase_admin'), ('supabase_auth_admin'), ('dashboard_user'), ('authenticator')
    ) as roles (name)
  loop
    begin
      execute format('grant %I to current_user', wanted.name);
    exception when insufficient_privilege then
      null;
    end;
  end loop;
end $$;

create table auth.schema_migrations (version varchar(255) primary key);
create table auth.instances (
  id uuid primary key,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz
);
create table auth.sso_providers (
  id uuid primary key,
  resource_id text
    constraint "resource_id not empty" check (resource_id is null or char_length(resource_id) > 0),
  created_at timestamptz,
  updated_at timestamptz,
  disabled boolean
);
create unique index sso_providers_resource_id_idx on auth.sso_providers (lower(resource_id));
create index sso_providers_resource_id_pattern_idx on auth.sso_providers (resource_id text_pattern_ops);
create table auth.sso_domains (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  domain text not null constraint "domain not empty" check (char_length(domain) > 0),
  created_at timestamptz,
  updated_at timestamptz
);
create index sso_domains_sso_provider_id_idx on auth.sso_domains (sso_provider_id);
create unique index sso_domains_domain_idx on auth.sso_domains (lower(domain));
create table auth.saml_providers (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  entity_id text not null unique constraint "entity_id not empty" check (char_length(entity_id) > 0),
  metadata_xml text not null
    constraint "metadata_xml not empty" check (char_length(metadata_xml) > 0),
  metadata_url text
    constraint "metadata_url not empty" check (metadata_url is null or char_length(metadata_url) > 0),
  attribute_mapping jsonb,
  created_at timestamptz,
  updated_at timestamptz,
  name_id_format text
);
create index saml_providers_sso_provider_id_idx on auth.saml_providers (sso_provider_id);
create table auth.saml_relay_states (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers on delete cascade,
  request_id text not null constraint "request_id not empty" check (char_length(request_id) > 0),
  for_email text,
  redirect_to text,
  created_at timestamptz,
  updated_at timestamptz,
  flow_state_id uuid references auth.flow_state on delete cascade
);
create index saml_relay_states_sso_provider_id_idx on auth.saml_relay_states (sso_provider_id);
alter table auth.schema_migrations enable row level security;
alter table auth.instances enable row level security;
alter table auth.sso_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.saml_relay_states enable row level security;

create schema if not exists pgbouncer;
create schema if not exists graphql;
create schema if not exists graphql_public;
grant usage on schema graphql, graphql_public to anon, authenticated, service_role;
create function graphql_public.graphql(
  "operationName" text default null,
  query text default null,
  variables jsonb default null,
  extensions jsonb default null
) returns jsonb language sql as $$
  select jsonb_build_object('errors', jsonb_build_array(
    jsonb_build_object('message', 'There is no pg_graphql here: GraphQL is the hosted service''s.')))
$$;
create schema if not exists vault;
grant usage on schema vault to service_role;

-- The triggers of database webhooks, as the hosted service creates them.
create schema if not exists supabase_functions;
grant usage on schema supabase_functions to anon, authenticated, service_role;
create table supabase_functions.migrations (
  version text primary key,
  inserted_at timestamptz not null default now()
);
create table supabase_functions.hooks (
  id bigserial primary key,
  hook_table_id integer not null,
  hook_name text not null,
  created_at timestamptz not null default now(),
  request_id bigint
);
create index supabase_functions_hooks_request_id_idx on supabase_functions.hooks (request_id);
create index supabase_functions_hooks_h_table_id_h_name_idx
  on supabase_functions.hooks (hook_table_id, hook_name);
create function supabase_functions.http_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  url text := nullif(tg_argv[0], 'null');
  method text := nullif(tg_argv[1], 'null');
  headers jsonb := coalesce(nullif(tg_argv[2], 'null')::jsonb, '{"Content-Type": "application/json"}');
  params jsonb := coalesce(nullif(tg_argv[3], 'null')::jsonb, '{}');
  timeout_ms integer := coalesce(nullif(tg_argv[4], 'null')::integer, 1000);
  request_id bigint;
begin
  if url is null then
    raise exception 'url argument is missing';
  elsif method is null then
    raise exception 'method argument is missing';
  elsif method = 'GET' then
    request_id := net.http_get(url, params, headers, timeout_ms);
  elsif method = 'POST' then
    request_id := net.http_post(
      url,
      jsonb_build_object(
        'old_record', old, 'record', new, 'type', tg_op,
        'table', tg_table_name, 'schema', tg_table_schema),
      params, headers, timeout_ms);
  else
    raise exception 'method argument % is invalid', method;
  end if;
  insert into supabase_functions.hooks (hook_table_id, hook_name, request_id)
  values (tg_relid::bigint, tg_name, request_id);
  return new;
end $$;
revoke all on function supabase_functions.http_request() from public;
grant execute on function supabase_functions.http_request() to anon, authenticated, service_role;

-- Dumps of older projects create the extension in this schema.
create schema if not exists pgsodium;
