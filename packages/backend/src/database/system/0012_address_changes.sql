-- The sessions that asked for the changes of address that an account waits to have confirmed.
create table portico.address_changes (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  session_id uuid not null,
  primary key (user_id, kind)
);
