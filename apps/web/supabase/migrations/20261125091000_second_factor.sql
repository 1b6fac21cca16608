-- A user's second factor protects the notes and files: a session that has only used the password can neither read nor
-- write them.

-- Returns false if the caller has a verified second factor that this session has not confirmed. It runs as its owner,
-- because users may not read auth.mfa_factors.
create function private.has_required_aal() returns boolean
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2'
    or not exists (
      select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    );
$$;

revoke all on function private.has_required_aal() from public;
grant execute on function private.has_required_aal() to authenticated, service_role;

-- The policies are restrictive: they apply in addition to every policy that allows something.
create policy "A second factor is confirmed first" on public.notes
  as restrictive
  for all to authenticated
  using ((select private.has_required_aal()));

create policy "A second factor is confirmed first" on public.note_shares
  as restrictive
  for all to authenticated
  using ((select private.has_required_aal()));

create policy "A second factor is confirmed before files" on storage.objects
  as restrictive
  for all to authenticated
  using (bucket_id not in ('avatars', 'attachments') or (select private.has_required_aal()));

create policy "A second factor is confirmed before channels" on realtime.messages
  as restrictive
  for all to authenticated
  using ((select private.has_required_aal()));
