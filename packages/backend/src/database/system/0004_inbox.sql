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
