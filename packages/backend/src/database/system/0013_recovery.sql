-- The sessions that a reset of the password opened, until it is set.
create table portico.recovery_sessions (
  session_id uuid primary key references auth.sessions on delete cascade,
  created_at timestamptz not null default now()
);

-- The identities that are in an account by the word of a session alone: no provider vouched for the
-- account's address.
create table portico.linked_identities (
  identity_id uuid primary key references auth.identities on delete cascade
);
