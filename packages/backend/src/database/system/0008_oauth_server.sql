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
