-- A user's second factor ([auth.mfa] in config.toml) protects the notes: a session that has not confirmed it cannot see
-- them.

-- The API does not expose this schema.
create schema private;

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
grant execute on function private.has_required_aal() to authenticated;

-- The policy is restrictive: it applies in addition to every policy that allows something. Add one for each new table.
create policy "A second factor is confirmed first" on public.notes
  as restrictive
  for all to authenticated
  using ((select private.has_required_aal()));
