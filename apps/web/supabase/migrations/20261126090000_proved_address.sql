-- The address that the caller has proved. Several accounts of single sign-on may have one address, and each
-- organization's directory says by itself who has it: that proves nothing to whoever shares a note. Letters outside
-- ASCII keep their case, as in the auth server: the Kelvin sign is no k there.
create or replace function private.proved_address() returns text
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select lower(email collate "C") from auth.users
    where id = auth.uid() and email_confirmed_at is not null and email <> '' and not is_sso_user;
$$;
