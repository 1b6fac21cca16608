-- Who has a second factor ([auth.mfa] of config.toml) is protected by it: a session that has yet to confirm it
-- sees no notes.

-- Not one of the schemas that the API exposes.
create schema private;

-- True unless the caller has a verified second factor that this session has yet to confirm. It runs as its
-- owner, because people may not read auth.mfa_factors.
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
grant execute on function private.has_required_aal() to authenticated;

-- Restrictive: this holds together with every policy that allows something. Each new table wants its own.
create policy "A second factor is confirmed first" on public.notes
  as restrictive
  for all to authenticated
  using ((select private.has_required_aal()));
