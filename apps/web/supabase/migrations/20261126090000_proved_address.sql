-- Returns the caller's confirmed address. Several accounts of single sign-on may have the same address, which only
-- their own organization's directory vouches for, so it proves nothing to a user who shares a note. Letters outside
-- ASCII keep their case, as in the auth server: the Kelvin sign does not become a k.
create or replace function private.proved_address() returns text
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select lower(email collate "C") from auth.users
    where id = auth.uid() and email_confirmed_at is not null and email <> '' and not is_sso_user;
$$;
