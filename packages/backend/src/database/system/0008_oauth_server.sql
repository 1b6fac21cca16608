-- The tables of the OAuth 2.1 server (supabase/auth, migrations of 2025-07 to 2026-01): the
-- applications that may ask, what they ask for, and what people have agreed to.
create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_client_type as enum ('public', 'confidential');
create type auth.oauth_authorization_status as enum ('pending', 'approved', 'denied', 'expired');
create type auth.oauth_response_type as enum ('code');

create table auth.oauth_clients (
  id uuid primary key,
  client_secret_hash text,
  registration_type auth.oauth_registration_type not null,
  redirect_uris text not null,
  grant_types text not null,
  client_name text check (char_length(client_name) <= 1024),
  client_uri text check (char_length(client_uri) <= 2048),
  logo_uri text check (char_length(logo_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  client_type auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none'))
);
create index oauth_clients_deleted_at_idx on auth.oauth_clients (deleted_at);

-- `authorization_code` is what the code hashes to.
create table auth.oauth_authorizations (
  id uuid primary key,
  authorization_id text not null unique,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  user_id uuid references auth.users on delete cascade,
  redirect_uri text not null check (char_length(redirect_uri) <= 2048),
  scope text not null check (char_length(scope) <= 4096),
  state text check (char_length(state) <= 4096),
  resource text check (char_length(resource) <= 2048),
  code_challenge text check (char_length(code_challenge) <= 128),
  code_challenge_method auth.code_challenge_method,
  response_type auth.oauth_response_type not null default 'code',
  status auth.oauth_authorization_status not null default 'pending',
  authorization_code text unique check (char_length(authorization_code) <= 255),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '3 minutes',
  approved_at timestamptz,
  nonce text check (char_length(nonce) <= 255),
  check (expires_at > created_at)
);
create index oauth_auth_pending_exp_idx on auth.oauth_authorizations (expires_at)
  where status = 'pending';

create table auth.oauth_consents (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  scopes text not null check (char_length(scopes) <= 2048 and char_length(trim(scopes)) > 0),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint oauth_consents_user_client_unique unique (user_id, client_id),
  check (revoked_at is null or revoked_at >= granted_at)
);
create index oauth_consents_active_user_client_idx on auth.oauth_consents (user_id, client_id)
  where revoked_at is null;
create index oauth_consents_user_order_idx on auth.oauth_consents (user_id, granted_at desc);
create index oauth_consents_active_client_idx on auth.oauth_consents (client_id)
  where revoked_at is null;

alter table auth.sessions add constraint sessions_oauth_client_id_fkey
  foreign key (oauth_client_id) references auth.oauth_clients on delete cascade;
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);

alter table auth.oauth_clients enable row level security;
alter table auth.oauth_authorizations enable row level security;
alter table auth.oauth_consents enable row level security;

-- Codes that have been exchanged, until they would have expired anyway: whoever brings one again
-- ends the session that it opened.
create table portico.spent_oauth_codes (
  code_hash text primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  client_id uuid not null,
  code_challenge text not null,
  code_challenge_method auth.code_challenge_method not null,
  expires_at timestamptz not null
);
create index spent_oauth_codes_session_id_idx on portico.spent_oauth_codes (session_id);
create index spent_oauth_codes_expires_at_idx on portico.spent_oauth_codes (expires_at);

-- Providers that an administrator describes, beside those that are built in (migrations of 2026-02 and
-- 2026-06). `client_secret` is sealed.
create table auth.custom_oauth_providers (
  id uuid primary key default gen_random_uuid(),
  provider_type text not null check (provider_type in ('oauth2', 'oidc')),
  identifier text not null unique check (identifier ~ '^[a-z0-9][a-z0-9:-]{0,48}[a-z0-9]$'),
  name text not null check (char_length(name) between 1 and 100),
  client_id text not null check (char_length(client_id) between 1 and 512),
  client_secret text not null,
  acceptable_client_ids text[] not null default '{}',
  scopes text[] not null default '{}',
  pkce_enabled boolean not null default true,
  attribute_mapping jsonb not null default '{}',
  authorization_params jsonb not null default '{}',
  enabled boolean not null default true,
  email_optional boolean not null default false,
  issuer text check (char_length(issuer) between 1 and 2048),
  discovery_url text check (char_length(discovery_url) <= 2048),
  skip_nonce_check boolean not null default false,
  cached_discovery jsonb,
  discovery_cached_at timestamptz,
  authorization_url text
    check (authorization_url like 'https://%' and char_length(authorization_url) <= 2048),
  token_url text check (token_url like 'https://%' and char_length(token_url) <= 2048),
  userinfo_url text check (userinfo_url like 'https://%' and char_length(userinfo_url) <= 2048),
  jwks_uri text check (jwks_uri like 'https://%' and char_length(jwks_uri) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  custom_claims_allowlist text[] not null default '{}',
  check (provider_type <> 'oidc' or issuer is not null and issuer like 'https://%'),
  check (provider_type <> 'oidc' or discovery_url is null or discovery_url like 'https://%'),
  check (
    provider_type <> 'oauth2'
    or authorization_url is not null and token_url is not null and userinfo_url is not null
  )
);
create index custom_oauth_providers_provider_type_idx
  on auth.custom_oauth_providers (provider_type);
create index custom_oauth_providers_enabled_idx on auth.custom_oauth_providers (enabled);
create index custom_oauth_providers_created_at_idx on auth.custom_oauth_providers (created_at);
alter table auth.custom_oauth_providers enable row level security;
