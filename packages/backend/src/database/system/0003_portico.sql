-- The backend's own data. No role of the wires can see it.
create schema if not exists portico;
revoke all on schema portico from public;

-- One row: the secret from which the project's API keys are derived.
create table portico.project (
  only_row boolean primary key default true check (only_row),
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- The keys that sign access tokens. The newest one signs, and all of them verify.
create table portico.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

-- Token buckets, which all processes of this database share.
create table portico.rate_limits (
  bucket text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);

-- The messages of the inbox, which are stored here instead of being sent.
create table portico.inbox_messages (
  position bigint generated always as identity primary key,
  id text not null unique,
  channel text not null check (channel in ('email', 'sms')),
  -- The kind of the built-in e-mail. Empty for text messages.
  kind text not null,
  sender_name text not null,
  sender_address text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  snippet text not null,
  -- The link to follow, and the code to enter.
  link text,
  code text,
  message_id text not null,
  -- The complete message as a mail server would receive it (RFC 5322).
  source text not null,
  size integer generated always as (octet_length(source)) stored,
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);

-- Codes of the sandbox's providers that were used, until they would have expired.
create table portico.sandbox_codes (
  id uuid primary key,
  expires_at timestamptz not null
);

-- Codes that were exchanged, until they would have expired: a second use ends the session that the code has opened.
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

-- The attempts at the codes of an address since the last code was created, whether or not the address has an account.
create table portico.code_tries (
  subject text primary key,
  tries integer not null,
  last_tried_at timestamptz not null default now()
);

-- The time of the last request for a message to an address, whether or not the address has an account.
create table portico.sending_clocks (
  subject text primary key,
  sent_at timestamptz not null
);

-- The index with which the clean-up finds old rows.
create index rate_limits_refilled_at_idx on portico.rate_limits (refilled_at);
create index code_tries_last_tried_at_idx on portico.code_tries (last_tried_at);
create index sending_clocks_sent_at_idx on portico.sending_clocks (sent_at);

-- Messages that are queued or being sent. No row contains a secret: the link and the code of a message are created when
-- it is sent.
create table portico.outgoing_messages (
  id uuid primary key,
  -- The purpose, such as "recovery", and a digest of the address, which may have no account.
  kind text not null,
  recipient text not null,
  message jsonb not null,
  tries integer not null default 0,
  asked_at timestamptz not null default clock_timestamp(),
  -- The time of the next attempt. A process that sends the message postpones it by the longest time that sending may
  -- take.
  due_at timestamptz not null default clock_timestamp()
);
create index outgoing_messages_due_at_idx on portico.outgoing_messages (due_at);
create index outgoing_messages_recipient_idx on portico.outgoing_messages (recipient);

-- The sessions that requested the unconfirmed change of address of an account.
create table portico.address_changes (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  session_id uuid not null,
  primary key (user_id, kind)
);

-- The sessions that a password recovery has opened, until a password is set.
create table portico.recovery_sessions (
  session_id uuid primary key references auth.sessions on delete cascade,
  created_at timestamptz not null default now()
);

-- The identities that only a session has added to an account: no provider has verified the account's address.
create table portico.linked_identities (
  identity_id uuid primary key references auth.identities on delete cascade
);

-- The encryption key of the vault. It is one row, which the first secret creates.
create table portico.vault_key (
  singleton boolean primary key default true check (singleton),
  key text not null
);
-- The stand-ins for extensions on a PostgreSQL server that lacks them.
create table portico.stand_ins (name text primary key);

-- The last run of each job. The process that updates the row runs the job for all processes of this database.
create table portico.upkeep (work text primary key, begun_at timestamptz not null);

create index recovery_sessions_created_at_idx on portico.recovery_sessions (created_at);
create index outgoing_messages_address_idx on portico.outgoing_messages (split_part(recipient, ' ', 1));
