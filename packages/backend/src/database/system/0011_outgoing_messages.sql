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
