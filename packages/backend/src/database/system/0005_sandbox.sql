-- Codes of the sandbox providers that have been spent, until they would have expired anyway.
create table portico.sandbox_codes (
  id uuid primary key,
  expires_at timestamptz not null
);
