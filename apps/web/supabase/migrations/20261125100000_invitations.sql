-- A shared note is an invitation until the recipient accepts it. The recipient accepts or declines it, or blocks the
-- sender. The sender is not notified: a declined invitation looks like one to an address without an account.

-- The answers of recipients. They are in a table that no role can read and that Realtime does not publish; a change of
-- note_shares would be visible to the sender. There is no reference to the note, so that a restored note is shared
-- again with the recipients who had accepted it.
create table private.note_answers (
  user_id uuid not null references auth.users (id) on delete cascade,
  owner_id uuid not null references auth.users (id) on delete cascade,
  note_id uuid not null,
  -- The address with which the note was shared, which was the user's own.
  address text not null,
  accepted boolean not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, note_id, address, user_id)
);

create index note_answers_by_user on private.note_answers (user_id, accepted);
alter table private.note_answers enable row level security;

-- Notes that were shared before there were invitations stay shared.
insert into private.note_answers (user_id, owner_id, note_id, address, accepted)
  select users.id, note_shares.owner_id, note_shares.note_id, note_shares.address, true
  from public.note_shares
  join auth.users
    on lower(users.email) = note_shares.address and users.email_confirmed_at is not null
  on conflict do nothing;

create table public.blocked_senders (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  sender_id uuid not null references auth.users (id) on delete cascade,
  -- The sender's address in the blocked invitation.
  address text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, sender_id)
);

create index blocked_senders_by_sender on public.blocked_senders (sender_id);

comment on table public.blocked_senders is 'Whose shared notes and invitations somebody does not want.';

alter table public.blocked_senders enable row level security;

create policy "People see whom they block" on public.blocked_senders
  for select to authenticated
  using ((select auth.uid()) = user_id);

create policy "People unblock" on public.blocked_senders
  for delete to authenticated
  using ((select auth.uid()) = user_id);

create policy "Applications have no part in blocking" on public.blocked_senders
  as restrictive
  for all to authenticated
  using (not (select private.by_application()));

create policy "A second factor is confirmed first" on public.blocked_senders
  as restrictive
  for all to authenticated
  using ((select private.has_required_aal()));

-- Only block_sender() below writes the rows.
revoke all on table public.blocked_senders from anon, authenticated;
grant select, delete on table public.blocked_senders to authenticated;
grant all on table public.blocked_senders to service_role;

-- Returns the caller's shares: accepted ones, and open invitations, for which `accepted` is null. Leaves out declined
-- shares, and shares of blocked senders.
create function private.offers()
  returns table (
    id uuid, note_id uuid, owner_id uuid, address text, shared_by text, created_at timestamptz, accepted boolean
  )
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select
    shares.id, shares.note_id, shares.owner_id, shares.address, shares.shared_by, shares.created_at,
    answers.accepted
  from public.note_shares as shares
  left join private.note_answers as answers
    on answers.owner_id = shares.owner_id
    and answers.note_id = shares.note_id
    and answers.address = shares.address
    and answers.user_id = auth.uid()
  where shares.address = (select private.proved_address())
    and shares.owner_id <> auth.uid()
    and answers.accepted is distinct from false
    and not exists (
      select from public.blocked_senders as blocked
        where blocked.user_id = auth.uid() and blocked.sender_id = shares.owner_id
    );
$$;

-- Returns the shares that the caller has accepted. It starts with the caller's own answers, so that many invitations do
-- not slow down the list of notes.
create function private.accepted_shares() returns table (note_id uuid, owner_id uuid)
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select answers.note_id, answers.owner_id
  from private.note_answers as answers
  join public.note_shares as shares
    on shares.note_id = answers.note_id
    and shares.address = answers.address
    and shares.owner_id = answers.owner_id
  where answers.user_id = auth.uid()
    and answers.accepted
    and answers.address = (select private.proved_address())
    and not exists (
      select from public.blocked_senders as blocked
        where blocked.user_id = auth.uid() and blocked.sender_id = answers.owner_id
    );
$$;

create or replace function private.notes_shared_with_me() returns uuid[]
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select coalesce(array_agg(note_id), '{}') from private.accepted_shares();
$$;

create or replace function private.files_shared_with_me() returns text[]
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select coalesce(array_agg(objects.name), '{}')
    from private.accepted_shares() as shares
    join storage.objects
      on objects.bucket_id = 'attachments'
      and objects.name ~>=~ (shares.owner_id::text || '/' || shares.note_id::text || '/')
      and objects.name ~<~ (shares.owner_id::text || '/' || shares.note_id::text || '0');
$$;

-- Two arrays for the policy on note_shares: the senders whom the caller has blocked, and the shares that the caller has
-- declined.
create function private.senders_i_block() returns uuid[]
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select coalesce(array_agg(sender_id), '{}')
    from public.blocked_senders
    where blocked_senders.user_id = auth.uid();
$$;

create function private.shares_i_declined() returns uuid[]
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select coalesce(array_agg(shares.id), '{}')
    from private.note_answers as answers
    join public.note_shares as shares
      on shares.note_id = answers.note_id
      and shares.address = answers.address
      and shares.owner_id = answers.owner_id
    where answers.user_id = auth.uid() and not answers.accepted;
$$;

drop policy "People see what they share and what is shared with them" on public.note_shares;

create policy "People see what they share" on public.note_shares
  for select to authenticated
  using ((select auth.uid()) = owner_id);

create policy "People see what is shared with them" on public.note_shares
  for select to authenticated
  using (
    (select private.proved_address()) = address
    and owner_id <> all ((select private.senders_i_block())::uuid[])
    and id <> all ((select private.shares_i_declined())::uuid[])
  );

-- A user who leaves a note gets another invitation if it is shared again.
create function private.note_shares_left() returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  delete from private.note_answers
    where user_id = auth.uid()
      and owner_id = old.owner_id
      and note_id = old.note_id
      and address = old.address;
  return null;
end;
$$;

create trigger note_shares_left
  after delete on public.note_shares
  for each row
  when (auth.uid() <> old.owner_id)
  execute function private.note_shares_left();

-- Limits the number of addresses per note, and of open invitations per owner. An invitation counts as open until it is
-- accepted; otherwise the sender could find out that it was declined.
create or replace function private.note_shares_limit() returns trigger
  language plpgsql
  security definer
  set search_path = ''
as $$
declare
  of_note integer;
  of_address integer;
  of_owner integer;
begin
  -- The policies refuse these rows afterwards. Until then, the caller must not learn anything about other users'
  -- shares.
  if auth.uid() is not null and new.owner_id is distinct from auth.uid() then
    return new;
  end if;
  -- Lock per owner, so that parallel requests do not exceed the limits together.
  perform pg_advisory_xact_lock(hashtextextended('note_shares ' || new.owner_id::text, 0));
  -- Sharing a note again with the same address adds nothing.
  if exists (
    select from public.note_shares
      where note_id = new.note_id and owner_id = new.owner_id and address = new.address
  ) then
    return new;
  end if;
  select count(*) into of_note
    from public.note_shares
    where note_id = new.note_id and owner_id = new.owner_id;
  if of_note >= 20 then
    raise sqlstate 'PT409' using message = 'A note is shared with at most 20 addresses.';
  end if;
  -- The recipient accepted the note before it was deleted and restored.
  if exists (
    select from private.note_answers
      where note_answers.owner_id = new.owner_id
        and note_answers.note_id = new.note_id
        and note_answers.address = new.address
        and note_answers.accepted
  ) then
    return new;
  end if;
  select count(*) filter (where shares.address = new.address), count(*)
    into of_address, of_owner
    from public.note_shares as shares
    where shares.owner_id = new.owner_id
      and not exists (
        select from private.note_answers as answers
          where answers.owner_id = shares.owner_id
            and answers.note_id = shares.note_id
            and answers.address = shares.address
            and answers.accepted
      );
  if of_address >= 20 then
    raise sqlstate 'PT409' using
      message = 'You have invited this address to 20 notes. Wait until some are accepted.';
  end if;
  if of_owner >= 200 then
    raise sqlstate 'PT409' using
      message = 'You have 200 open invitations. Wait until some are accepted, or stop sharing some notes.';
  end if;
  return new;
end;
$$;

-- Lists at most 100 open invitations of the caller, one of each sender in turn. So no sender can fill another user's
-- list; the others wait until there is room.
create function public.note_invitations()
  returns table (id uuid, title text, shared_by text, created_at timestamptz)
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select offers.id, offers.title, offers.shared_by, offers.created_at
  from (
    select
      offers.id,
      coalesce(nullif(btrim(notes.title), ''), left(split_part(btrim(notes.body), E'\n', 1), 60)) as title,
      offers.shared_by,
      offers.created_at,
      row_number() over (partition by offers.owner_id order by offers.created_at, offers.id) as turn
    from private.offers() as offers
    join public.notes on notes.id = offers.note_id
    where offers.accepted is null
  ) as offers
  where not private.by_application() and private.has_required_aal()
  order by offers.turn, offers.created_at, offers.id
  limit 100;
$$;

-- Accepts or declines open invitations, by the ids of the shares.
create function public.answer_invitations(shares uuid[], accept boolean) returns void
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  if private.by_application() or not private.has_required_aal() then
    raise sqlstate '42501' using message = 'This session may not answer invitations.';
  end if;
  if accept is null or cardinality(shares) > 100 then
    raise sqlstate 'PT400' using message = 'Answer at most 100 invitations at a time.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('note_answers ' || auth.uid()::text, 0));
  -- Deletes answers to shares that no longer exist.
  delete from private.note_answers as answers
    where answers.user_id = auth.uid()
      and answers.created_at < now() - interval '90 days'
      and not exists (
        select from public.note_shares
          where note_shares.note_id = answers.note_id and note_shares.address = answers.address
      );
  insert into private.note_answers (user_id, owner_id, note_id, address, accepted)
    select auth.uid(), offers.owner_id, offers.note_id, offers.address, accept
    from private.offers() as offers
    where offers.id = any (shares) and offers.accepted is null;
  if accept and (select count(*) from private.accepted_shares()) > 1000 then
    raise sqlstate 'PT409' using
      message = 'You take part in 1,000 notes of other people. Leave some of them first.';
  end if;
end;
$$;

-- Blocks the sender of a share: everything that the sender shares with the caller is hidden, now and later.
create function public.block_sender(share uuid) returns void
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  if private.by_application() or not private.has_required_aal() then
    raise sqlstate '42501' using message = 'This session may not block senders.';
  end if;
  if (select count(*) from public.blocked_senders where user_id = auth.uid()) >= 1000 then
    raise sqlstate 'PT409' using message = 'You block 1,000 senders. Unblock some of them first.';
  end if;
  insert into public.blocked_senders (user_id, sender_id, address)
    select auth.uid(), offers.owner_id, offers.shared_by
    from private.offers() as offers
    where offers.id = share
    on conflict do nothing;
end;
$$;

revoke all on function
  private.offers(), private.accepted_shares(), private.senders_i_block(), private.shares_i_declined(),
  private.note_shares_left(), private.note_shares_limit(),
  public.note_invitations(), public.answer_invitations(uuid[], boolean), public.block_sender(uuid)
  from public;
revoke all on function
  public.note_invitations(), public.answer_invitations(uuid[], boolean), public.block_sender(uuid)
  from anon;
grant execute on function
  private.senders_i_block(), private.shares_i_declined(),
  public.note_invitations(), public.answer_invitations(uuid[], boolean), public.block_sender(uuid)
  to authenticated, service_role;
