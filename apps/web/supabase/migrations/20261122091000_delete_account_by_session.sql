-- Lets people delete their own account, as before, but hashes no password: a function that does may be
-- called without limit, to guess passwords and to keep the database busy. The password is proved to the
-- auth server, which limits how often it may be tried, by one more sign-in; what comes here is the id of
-- the session which that opened.
--
-- The refusals say in their hint, by one of the auth server's codes, what they are about.

drop function public.delete_account(text);

-- proof: the id of a session of the caller's, opened by password in the last five minutes. An account
-- without a password needs none: there a sign-in of the last ten minutes is the proof.
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
  -- By the session as well, for a hook may take the claim out of the token.
  if public.by_application() or session.oauth_client_id is not null then
    raise sqlstate 'PT403' using
      message = 'An application cannot do this for its user.', hint = 'no_authorization';
  end if;

  select * into person from auth.users where id = auth.uid() and id = session.user_id for update;
  if not found then
    raise sqlstate 'PT401' using message = 'Sign in first.', hint = 'session_not_found';
  end if;

  -- A session that has yet to be confirmed by the second factor deletes nothing.
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

  -- What belongs to them goes with them: every table of theirs refers to auth.users, on delete cascade.
  delete from auth.users where id = person.id;
end;
$$;

revoke all on function public.delete_account(uuid) from public, anon;
grant execute on function public.delete_account(uuid) to authenticated;
