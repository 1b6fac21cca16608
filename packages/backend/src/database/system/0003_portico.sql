-- What the backend keeps for itself. No role of the wire can see it.
create schema if not exists portico;
revoke all on schema portico from public;

-- One row: the secret from which the project's API keys are derived.
create table portico.project (
  only_row boolean primary key default true check (only_row),
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- The keys that sign access tokens. The newest signs; all of them verify.
create table portico.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- Token buckets, shared by every process on this database.
create table portico.rate_limits (
  bucket text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
