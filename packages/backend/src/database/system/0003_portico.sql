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

-- Messages that stay here instead of being sent: what the page /inbox shows.
create table portico.inbox_messages (
  position bigint generated always as identity primary key,
  id text not null unique,
  channel text not null check (channel in ('email', 'sms')),
  -- Which of the built-in e-mails; empty for text messages.
  kind text not null,
  sender_name text not null,
  sender_address text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  snippet text not null,
  -- What the reader is to follow, and to type.
  link text,
  code text,
  message_id text not null,
  -- The whole message as it would have gone over the wire (RFC 5322).
  source text not null,
  size integer generated always as (octet_length(source)) stored,
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);

-- Codes of the sandbox providers that have been spent, until they would have expired anyway.
create table portico.sandbox_codes (
  id uuid primary key,
  expires_at timestamptz not null
);

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

-- How often the codes were tried that went to an address, known or not, since the last was made.
create table portico.code_tries (
  subject text primary key,
  tries integer not null,
  last_tried_at timestamptz not null default now()
);

-- When a message was last asked for at an address, likewise.
create table portico.sending_clocks (
  subject text primary key,
  sent_at timestamptz not null
);

-- What is over is swept by age.
create index rate_limits_refilled_at_idx on portico.rate_limits (refilled_at);
create index code_tries_last_tried_at_idx on portico.code_tries (last_tried_at);
create index sending_clocks_sent_at_idx on portico.sending_clocks (sent_at);

-- Messages that were asked for and have not gone out yet, or are being sent. No row holds a secret: the
-- link and the code of a message are made when it is sent.
create table portico.outgoing_messages (
  id uuid primary key,
  -- What for, such as "recovery", and a digest of the address, known or not.
  kind text not null,
  recipient text not null,
  message jsonb not null,
  tries integer not null default 0,
  asked_at timestamptz not null default clock_timestamp(),
  -- When it is to be tried next. A process that tries it puts this off for as long as it may take.
  due_at timestamptz not null default clock_timestamp()
);
create index outgoing_messages_due_at_idx on portico.outgoing_messages (due_at);
create index outgoing_messages_recipient_idx on portico.outgoing_messages (recipient);

-- The sessions that asked for the changes of address that an account waits to have confirmed.
create table portico.address_changes (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  session_id uuid not null,
  primary key (user_id, kind)
);

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

-- The key that the vault encrypts with. One row, made with the first secret.
create table portico.vault_key (
  singleton boolean primary key default true check (singleton),
  key text not null
);
-- The stand-ins on a PostgreSQL server, which knows no extensions of ours.
create table portico.stand_ins (name text primary key);

-- Of several processes on this database the one that writes the time here does the work for all.
create table portico.upkeep (work text primary key, begun_at timestamptz not null);

create index recovery_sessions_created_at_idx on portico.recovery_sessions (created_at);
create index outgoing_messages_address_idx on portico.outgoing_messages (split_part(recipient, ' ', 1));
