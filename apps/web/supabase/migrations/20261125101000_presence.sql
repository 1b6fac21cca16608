-- The presence of a user in a shared note is at the topic note:<id>:<address>, which only the user with that confirmed
-- address may join. At a topic for all users, each of them could pretend to be another.

drop policy "People meet at notes that they read" on realtime.messages;
drop policy "People say that they are at notes that they read" on realtime.messages;
drop function private.meets_at(text);

-- Returns whether the caller may see who is at a topic: the owner of a note sees everyone, others see the owner and
-- themselves. They do not learn with whom else the note is shared. It runs as its owner, because the caller may not
-- read the shares of others.
create function private.may_meet_at(topic text) returns boolean
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select exists (
    select
      from public.notes
      where notes.id = meeting.note_id
        and (
          notes.user_id = auth.uid()
          or notes.id = any ((select private.notes_shared_with_me())::uuid[])
            and (
              meeting.address = (select private.proved_address())
              or exists (
                select from public.note_shares
                  where note_shares.note_id = notes.id
                    and note_shares.address = (select private.proved_address())
                    and note_shares.shared_by = meeting.address
              )
            )
        )
  )
  from (
    select
      case
        when topic ~ '^note:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:' then substr(topic, 6, 36)::uuid
      end as note_id,
      substr(topic, 43) as address
  ) as meeting;
$$;

revoke all on function private.may_meet_at(text) from public;
grant execute on function private.may_meet_at(text) to authenticated, service_role;

create policy "People see who is at notes that they read" on realtime.messages
  for select to authenticated
  using ((select private.may_meet_at((select realtime.topic()))));

create policy "People are at notes that they read by their own address" on realtime.messages
  for insert to authenticated
  with check (
    extension = 'presence'
    and substr((select realtime.topic()), 43) = (select private.proved_address())
    and (select private.may_meet_at((select realtime.topic())))
  );
