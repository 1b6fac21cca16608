-- Lets users delete their own account. The auth server allows that only to administrators, so this function runs with
-- its owner's rights and requires a proof first.
--
-- The hint of each error contains one of the auth server's error codes.

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

  -- A session that has not confirmed the second factor may not delete the account.
  if coalesce(auth.jwt() ->> 'aal', '') <> 'aal2'
    and exists (select from auth.mfa_factors where user_id = person.id and status = 'verified') then
    raise sqlstate 'PT403' using
      message = 'Confirm with your second factor first.', hint = 'insufficient_aal';
  end if;

  if coalesce(person.encrypted_password, '') <> '' then
    -- pgcrypto supports only the oldest of bcrypt's three prefixes. All three mean the same algorithm.
    hash := regexp_replace(person.encrypted_password, '^\$2[aby]\$', '$2a$');
    if password = '' or extensions.crypt(password, hash) <> hash then
      raise sqlstate 'PT403' using
        message = 'This is not your password.', hint = 'current_password_invalid';
    end if;
  else
    -- Without a password, a recent sign-in is the proof.
    select max(to_timestamp((method ->> 'timestamp')::bigint)) into proved_at
      from jsonb_array_elements(auth.jwt() -> 'amr') as method;
    if proved_at is null or proved_at < now() - interval '10 minutes' then
      raise sqlstate 'PT403' using
        message = 'Sign in again first.', hint = 'session_expired';
    end if;
  end if;

  -- This also deletes everything of the user, because each of the user's tables references auth.users with on delete
  -- cascade.
  delete from auth.users where id = person.id;
end;
$$;

revoke all on function public.delete_account(text) from public, anon;
grant execute on function public.delete_account(text) to authenticated;
