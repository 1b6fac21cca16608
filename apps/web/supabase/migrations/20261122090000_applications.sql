-- An application that somebody signed in to with their account here (docs/oauth-server.md) has an access
-- token of theirs. To policies it looks like the person, but for the claim client_id.

-- Tells an application from the person: one word for a policy or a function.
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

-- None of the scopes that an application can ask for (openid, email, profile, phone) stands for notes,
-- so none of them opens any. Restrictive: this holds together with every policy that allows something.
create policy "Applications have no part in notes" on public.notes
  as restrictive
  for all to authenticated
  using (not (select public.by_application()));
