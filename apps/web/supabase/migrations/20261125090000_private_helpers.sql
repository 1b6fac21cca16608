-- The functions that policies call are in a schema of their own, which the API does not expose (config.toml,
-- api.schemas), so that no caller can use them to learn what they know. Only their owner needs a privilege on the
-- schema, because policies and column defaults refer to functions by their object identifiers.

create schema private;

comment on schema private is 'What policies and triggers use. Not exposed by the API.';

alter function public.by_application() set schema private;
alter function public.proved_address() set schema private;
alter function public.has_room(text, text) set schema private;
alter function public.meets_at(text) set schema private;
alter function public.notes_shared_with_me() set schema private;
alter function public.files_shared_with_me() set schema private;
alter function public.notes_touch() set schema private;
alter function public.notes_keep() set schema private;
alter function public.notes_leave_files() set schema private;
alter function public.files_go_first() set schema private;
alter function public.note_shares_limit() set schema private;

revoke all on function private.by_application() from anon;

-- The bodies of these functions call functions that have moved to another schema.

create or replace function private.notes_shared_with_me() returns uuid[]
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select coalesce(array_agg(note_id), '{}')
    from public.note_shares
    where note_shares.address = private.proved_address();
$$;

create or replace function private.files_shared_with_me() returns text[]
  language sql
  stable
  security definer
  set search_path = ''
as $$
  select coalesce(array_agg(objects.name), '{}')
    from public.note_shares
    join storage.objects
      on objects.bucket_id = 'attachments'
      and objects.name ~>=~ (note_shares.owner_id::text || '/' || note_shares.note_id::text || '/')
      and objects.name ~<~ (note_shares.owner_id::text || '/' || note_shares.note_id::text || '0')
    where note_shares.address = private.proved_address();
$$;

create or replace function public.delete_account(proof uuid default null) returns void
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
  if private.by_application() or session.oauth_client_id is not null then
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
