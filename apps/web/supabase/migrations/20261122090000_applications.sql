-- An application that a user has signed in to with the account of this project (docs/oauth-server.md) has an access
-- token of that user. To policies it looks like the user, except for the claim client_id.

-- Returns whether the caller is an application and not the user.
create function public.by_application() returns boolean
  language sql
  stable
  security invoker
  set search_path = ''
as $$
  select coalesce(auth.jwt() ->> 'client_id', '') <> '';
$$;

revoke all on function public.by_application() from public;
grant execute on function public.by_application() to anon, authenticated, service_role;

-- None of the scopes that an application can request (openid, email, profile, phone) covers notes, so applications have
-- no access to them. The policy is restrictive: it applies in addition to every policy that allows something.
create policy "Applications have no part in notes" on public.notes
  as restrictive
  for all to authenticated
  using (not (select public.by_application()));
