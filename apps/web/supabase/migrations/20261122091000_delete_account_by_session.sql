-- Lets users delete their own account, as before, but hashes no password: callers could call such a function without
-- limit, to guess passwords or to keep the database busy. Instead, the user proves the password to the auth server,
-- which limits the attempts, by another sign-in. The function receives the id of the session that this opened.
--
-- The hint of each error contains one of the auth server's error codes.

drop function public.delete_account(text);

-- proof: the id of a session of the caller that was opened with the password in the last five minutes. An account
-- without a password needs none; a sign-in in the last ten minutes is the proof.
create function public.delete_account(proof uuid default null) returns void
  language plpgsql
  security definer
  set search_path = ''
as $$
declare
  claims jsonb := auth.jwt();
  session auth.sessions%rowtype;
  person auth.users%rowtype;
  proved_at timestamptz;
begin
  select * into session from auth.sessions where id = (claims ->> 'session_id')::uuid;
  -- Also check the session, because a hook may remove the claim from the token.
  if public.by_application() or session.oauth_client_id is not null then
    raise sqlstate 'PT403' using
      message = 'An application cannot do this for its user.', hint = 'no_authorization';
  end if;

  select * into person from auth.users where id = auth.uid() and id = session.user_id for update;
  if not found then
    raise sqlstate 'PT401' using message = 'Sign in first.', hint = 'session_not_found';
  end if;

  -- A session that has not confirmed the second factor may not delete the account.
  if coalesce(claims ->> 'aal', '') <> 'aal2'
    and exists (select from auth.mfa_factors where user_id = person.id and status = 'verified') then
    raise sqlstate 'PT403' using
      message = 'Confirm with your second factor first.', hint = 'insufficient_aal';
  end if;

  if coalesce(person.encrypted_password, '') <> '' then
    if not exists (
      select
        from auth.sessions join auth.mfa_amr_claims on mfa_amr_claims.session_id = sessions.id
        where sessions.id = proof
          and sessions.user_id = person.id
          and mfa_amr_claims.authentication_method = 'password'
          and mfa_amr_claims.updated_at > now() - interval '5 minutes'
    ) then
      raise sqlstate 'PT403' using
        message = 'This is not your password.', hint = 'current_password_invalid';
    end if;
  else
    select max(to_timestamp((method ->> 'timestamp')::bigint)) into proved_at
      from jsonb_array_elements(claims -> 'amr') as method;
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

revoke all on function public.delete_account(uuid) from public, anon;
grant execute on function public.delete_account(uuid) to authenticated;
