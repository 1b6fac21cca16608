-- The list of devices on the account page. The same as in packages/react/docs/account.md.

-- Returns the caller's session if it may manage the user's sessions: it has not ended, does not belong to an
-- application that the user signed in to, and has confirmed the user's second factor.
create function private.managing_session() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select sessions.id
    from auth.sessions
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid
      and sessions.user_id = auth.uid()
      and sessions.oauth_client_id is null
      and (
        sessions.aal = 'aal2'
        or not exists (
          select from auth.mfa_factors
            where mfa_factors.user_id = auth.uid() and mfa_factors.status = 'verified'
        )
      );
$$;

-- Returns the caller's sessions on devices, without those of applications.
create function public.list_sessions() returns table (
  id uuid,
  created_at timestamptz,
  last_seen_at timestamptz,
  user_agent text,
  ip text,
  is_current boolean
)
  language sql stable security definer set search_path = ''
as $$
  select
      sessions.id,
      sessions.created_at,
      coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at),
      sessions.user_agent,
      host(sessions.ip),
      sessions.id = current_session.id
    from private.managing_session() as current_session (id)
    join auth.sessions on sessions.user_id = auth.uid()
    where current_session.id is not null
      and sessions.oauth_client_id is null
      and (sessions.not_after is null or sessions.not_after > now());
$$;

-- Ends one of the caller's sessions. Its access token remains valid until it expires, as after any sign-out.
create function public.end_session(session_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  if private.managing_session() is null then
    raise exception 'This session cannot end others.' using errcode = '42501';
  end if;
  delete from auth.sessions where id = session_id and user_id = auth.uid();
end
$$;

revoke all on function private.managing_session() from public, anon, authenticated;
revoke all on function public.list_sessions() from public, anon;
revoke all on function public.end_session(uuid) from public, anon;
grant execute on function public.list_sessions() to authenticated;
grant execute on function public.end_session(uuid) to authenticated;
