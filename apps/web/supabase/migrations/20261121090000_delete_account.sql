-- Lets people delete their own account. The auth server lets only administrators do that, so this
-- runs with its owner's rights, and asks for proof first.
--
-- Its refusals say in their hint, by one of the auth server's codes, what they are about.

create function public.delete_account(password text default '') returns void
  language plpgsql
  security definer
  set search_path = ''
as $$
declare
  person auth.users%rowtype;
  hash text;
  proved_at timestamptz;
begin
  select * into person from auth.users where id = (select auth.uid()) for update;
  if not found then
    raise sqlstate 'PT401' using message = 'Sign in first.', hint = 'session_not_found';
  end if;

  -- A session that has yet to be confirmed by the second factor deletes nothing.
  if coalesce(auth.jwt() ->> 'aal', '') <> 'aal2'
    and exists (select from auth.mfa_factors where user_id = person.id and status = 'verified') then
    raise sqlstate 'PT403' using
      message = 'Confirm with your second factor first.', hint = 'insufficient_aal';
  end if;

  if coalesce(person.encrypted_password, '') <> '' then
    -- pgcrypto knows bcrypt by the oldest of its three names; they compute the same.
    hash := regexp_replace(person.encrypted_password, '^\$2[aby]\$', '$2a$');
    if password = '' or extensions.crypt(password, hash) <> hash then
      raise sqlstate 'PT403' using
        message = 'This is not your password.', hint = 'current_password_invalid';
    end if;
  else
    -- Without a password, having signed in a moment ago is the proof.
    select max(to_timestamp((method ->> 'timestamp')::bigint)) into proved_at
      from jsonb_array_elements(auth.jwt() -> 'amr') as method;
    if proved_at is null or proved_at < now() - interval '10 minutes' then
      raise sqlstate 'PT403' using
        message = 'Sign in again first.', hint = 'session_expired';
    end if;
  end if;

  -- What belongs to them goes with them: every table of theirs refers to auth.users, on delete cascade.
  delete from auth.users where id = person.id;
end;
$$;

revoke all on function public.delete_account(text) from public, anon;
grant execute on function public.delete_account(text) to authenticated;
