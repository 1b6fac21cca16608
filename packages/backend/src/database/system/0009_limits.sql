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
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);
create index sessions_created_at_idx on auth.sessions (created_at);
