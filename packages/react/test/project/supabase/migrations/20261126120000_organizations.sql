create schema if not exists private;

create table public.organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name ~ '\S' and char_length(name) <= 80),
  created_at timestamptz not null default now()
);

create table public.organization_members (
  organization_id uuid not null references public.organizations on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default now(),
  -- When the member last switched to the organization.
  activated_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index on public.organization_members (user_id);

-- Answered and revoked invitations stay for 30 days, even if the organization is deleted, because they count toward the
-- hourly limit.
create table private.organization_invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid references public.organizations on delete set null,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'revoked')),
  -- Deleting an account also ends the invitations that it has sent.
  invited_by uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
create unique index on private.organization_invitations (organization_id, email) where state = 'open';
create index on private.organization_invitations (email) where state = 'open';
create index on private.organization_invitations (invited_by, created_at);

-- The active organization of each session; null if none is active. A session without a row uses the organization that
-- its user last switched to.
create table private.active_organizations (
  session_id uuid primary key references auth.sessions on delete cascade,
  user_id uuid not null,
  organization_id uuid,
  foreign key (organization_id, user_id) references public.organization_members on delete cascade
);
create index on private.active_organizations (organization_id, user_id);

-- The claims ------------------------------------------------------------------------------------------------------

-- The access token hook: adds the active organization and the user's role in it.
create function private.add_organization_claims(event jsonb) returns jsonb
  language plpgsql stable security definer set search_path = ''
as $$
declare
  claims jsonb := event -> 'claims';
begin
  select claims || jsonb_build_object('org_id', members.organization_id, 'org_role', members.role)
    into claims
    from public.organization_members members
    left join private.active_organizations active
      on active.session_id = (event -> 'claims' ->> 'session_id')::uuid
    where members.user_id = (event ->> 'user_id')::uuid
      and (active.session_id is null or active.organization_id = members.organization_id)
    order by members.activated_at desc
    limit 1;
  return case when found then jsonb_set(event, '{claims}', claims) else event end;
end
$$;

-- Returns the active organization, for policies. A token is valid for an hour, so this also checks that the caller is
-- still a member.
create function private.active_organization() returns uuid
  language sql stable security definer set search_path = ''
as $$
  select organization_id from public.organization_members
    where user_id = auth.uid() and organization_id = (auth.jwt() ->> 'org_id')::uuid;
$$;

-- Returns the caller's current role in the active organization, for policies.
create function private.active_organization_role() returns text
  language sql stable security definer set search_path = ''
as $$
  select role from public.organization_members
    where user_id = auth.uid() and organization_id = (auth.jwt() ->> 'org_id')::uuid;
$$;

-- The tables ------------------------------------------------------------------------------------------------------

-- A policy on organization_members that reads organization_members would recurse. This function reads it as its owner.
create function private.organizations_of_caller() returns setof uuid
  language sql stable security definer set search_path = ''
as $$
  select organization_id from public.organization_members where user_id = auth.uid();
$$;

alter table public.organizations enable row level security;
alter table public.organization_members enable row level security;
create policy "Members see their organizations" on public.organizations
  for select to authenticated using (id in (select private.organizations_of_caller()));
create policy "Members see each other" on public.organization_members
  for select to authenticated using (organization_id in (select private.organizations_of_caller()));
-- Only the functions below write to these tables.
revoke all on public.organizations, public.organization_members from anon, authenticated;
grant select on public.organizations, public.organization_members to authenticated;

-- If the last owner's account is deleted, the oldest admin becomes an owner, or else the oldest member. An organization
-- without members is deleted.
create function private.keep_an_owner() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.organizations where id = old.organization_id for update;
  if not found or exists (
    select from public.organization_members
      where organization_id = old.organization_id and role = 'owner'
  ) then
    return null;
  end if;
  update public.organization_members set role = 'owner'
    where organization_id = old.organization_id and user_id = (
      select user_id from public.organization_members
        where organization_id = old.organization_id
        order by role, created_at, user_id limit 1
    );
  if not found then delete from public.organizations where id = old.organization_id; end if;
  return null;
end
$$;
create trigger keep_an_owner after delete on public.organization_members
  for each row execute function private.keep_an_owner();

-- Checks ----------------------------------------------------------------------------------------------------------

-- Returns the caller. Throws if the session has ended, belongs to an application that the user signed in to, or has not
-- confirmed the user's second factor, and for guests.
create function private.organization_caller() returns uuid
  language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid;
begin
  select sessions.user_id into caller
    from auth.sessions join auth.users on users.id = sessions.user_id
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid
      and sessions.user_id = auth.uid()
      and sessions.oauth_client_id is null
      and not users.is_anonymous
      and (sessions.aal = 'aal2' or not exists (
        select from auth.mfa_factors
          where mfa_factors.user_id = auth.uid() and mfa_factors.status = 'verified'
      ));
  if caller is null then
    raise exception 'This session cannot use organizations.' using errcode = '42501', hint = 'org_session';
  end if;
  return caller;
end
$$;

-- Returns the user's confirmed address. Ignores the addresses of single sign-on, which several accounts can share.
create function private.proved_address_of(account uuid) returns text
  language sql stable security definer set search_path = ''
as $$
  select lower(email collate "C") from auth.users
    where id = account and email_confirmed_at is not null and email <> '' and not is_sso_user;
$$;

-- Locks an organization, and returns the caller's role in it. Of two concurrent changes, the second sees the result of
-- the first.
create function private.lock_organization(organization uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := private.organization_caller();
  caller_role text;
begin
  -- The first pass runs before the lock, so that strangers cannot lock the row.
  for pass in 1..2 loop
    select role into caller_role from public.organization_members
      where organization_id = organization and user_id = caller;
    if not found then
      raise exception 'You are not a member of this organization.'
        using errcode = '42501', hint = 'org_not_member';
    end if;
    if pass = 1 then perform from public.organizations where id = organization for update; end if;
  end loop;
  return caller_role;
end
$$;

-- Throws unless a role may manage another: owners every role, admins every role except owner.
create function private.check_organization_role(caller_role text, other_role text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if caller_role = 'owner' or (caller_role = 'admin' and other_role <> 'owner') then return; end if;
  raise exception 'Your role does not allow this.' using errcode = '42501', hint = 'org_role';
end
$$;

-- Throws unless the organization has an owner besides this member.
create function private.check_other_owner(organization uuid, member uuid) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.organization_members
      where organization_id = organization and role = 'owner' and user_id <> member
  ) then return; end if;
  raise exception 'An organization needs an owner.' using hint = 'org_last_owner';
end
$$;

-- Sets the session's active organization; null for none.
create function private.activate_organization(organization uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.active_organizations (session_id, user_id, organization_id)
    values ((auth.jwt() ->> 'session_id')::uuid, auth.uid(), organization)
    on conflict (session_id) do update set organization_id = excluded.organization_id;
  update public.organization_members set activated_at = clock_timestamp()
    where organization_id = organization and user_id = auth.uid();
end
$$;

-- Makes the caller a member, and the organization the session's active one.
create function private.add_organization_member(organization uuid, member_role text) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('organizations of ' || auth.uid(), 0));
  if (select count(*) from public.organization_members where user_id = auth.uid()) >= 20 then
    raise exception 'You can be in at most 20 organizations.' using hint = 'org_limit';
  end if;
  insert into public.organization_members (organization_id, user_id, role)
    values (organization, auth.uid(), member_role)
    on conflict do nothing;
  perform private.activate_organization(organization);
end
$$;

-- Organizations ---------------------------------------------------------------------------------------------------

create function public.list_organizations() returns table (id uuid, name text, role text, is_active boolean)
  language sql stable security definer set search_path = ''
as $$
  select organizations.id, organizations.name, members.role,
      organizations.id is not distinct from (auth.jwt() ->> 'org_id')::uuid
    from private.organization_caller() caller
    join public.organization_members members on members.user_id = caller
    join public.organizations on organizations.id = members.organization_id
    order by lower(organizations.name), organizations.id;
$$;

create function public.create_organization(organization_name text) returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  created uuid;
begin
  perform private.organization_caller();
  if organization_name !~ '\S' or char_length(organization_name) > 80 then
    raise exception 'A name has 1 to 80 characters.' using hint = 'org_name';
  end if;
  insert into public.organizations (name) values (btrim(organization_name)) returning id into created;
  perform private.add_organization_member(created, 'owner');
  return created;
end
$$;

create function public.delete_organization(organization uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.check_organization_role(private.lock_organization(organization), 'owner');
  delete from public.organizations where id = organization;
end
$$;

-- Sets the session's active organization; null for none. Refresh the session to get the claims.
create function public.switch_organization(organization uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.organization_caller();
  if organization is not null then perform private.lock_organization(organization); end if;
  perform private.activate_organization(organization);
end
$$;

-- Members ---------------------------------------------------------------------------------------------------------

create function public.list_organization_members(organization uuid) returns table (
  user_id uuid,
  email text,
  name text,
  role text,
  created_at timestamptz
)
  language sql stable security definer set search_path = ''
as $$
  select users.id, users.email::text,
      coalesce(users.raw_user_meta_data ->> 'full_name', users.raw_user_meta_data ->> 'name'),
      members.role, members.created_at
    from private.organization_caller() caller
    join public.organization_members own on own.user_id = caller and own.organization_id = organization
    join public.organization_members members on members.organization_id = own.organization_id
    join auth.users on users.id = members.user_id
    order by members.created_at, users.id;
$$;

create function public.set_organization_role(organization uuid, member uuid, new_role text) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  caller_role text := private.lock_organization(organization);
  member_role text;
begin
  select role into member_role from public.organization_members
    where organization_id = organization and user_id = member;
  if not found then
    raise exception 'That person is not a member.' using hint = 'org_no_such_member';
  end if;
  perform private.check_organization_role(caller_role, member_role);
  perform private.check_organization_role(caller_role, new_role);
  if new_role <> 'owner' then perform private.check_other_owner(organization, member); end if;
  update public.organization_members set role = new_role
    where organization_id = organization and user_id = member;
  -- Revoke the member's invitations that the new role does not allow.
  update private.organization_invitations set state = 'revoked'
    where organization_id = organization and invited_by = member and state = 'open'
      and (new_role = 'member' or (role = 'owner' and new_role <> 'owner'));
end
$$;

-- Removes a member, or lets the caller leave.
create function public.remove_organization_member(organization uuid, member uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  caller_role text := private.lock_organization(organization);
begin
  if member is distinct from auth.uid() then
    perform private.check_organization_role(caller_role, role) from public.organization_members
      where organization_id = organization and user_id = member;
    if not found then
      raise exception 'That person is not a member.' using hint = 'org_no_such_member';
    end if;
  end if;
  perform private.check_other_owner(organization, member);
  delete from public.organization_members where organization_id = organization and user_id = member;
  update private.organization_invitations set state = 'revoked'
    where organization_id = organization and invited_by = member and state = 'open';
end
$$;

-- Invitations -----------------------------------------------------------------------------------------------------

-- Invites an address. The response does not reveal whether it has an account.
create function public.invite_organization_member(organization uuid, invitee text, invitee_role text)
  returns uuid
  language plpgsql security definer set search_path = ''
as $$
declare
  caller_role text := private.lock_organization(organization);
  address text := lower(btrim(invitee) collate "C");
  created uuid;
begin
  perform private.check_organization_role(caller_role, invitee_role);
  if char_length(address) > 254 or address !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then
    raise exception 'This is not an e-mail address.' using hint = 'org_email';
  end if;
  delete from private.organization_invitations
    where (organization_id = organization or organization_id is null)
      and created_at < now() - interval '30 days';
  -- Inviting an address again replaces the first invitation.
  update private.organization_invitations set state = 'revoked'
    where organization_id = organization and email = address and state = 'open';
  perform pg_advisory_xact_lock(hashtextextended('invitations of ' || auth.uid(), 0));
  if (
    select count(*) from private.organization_invitations
      where invited_by = auth.uid() and created_at > now() - interval '1 hour'
  ) >= 20 then
    raise exception 'You can send 20 invitations per hour.' using hint = 'org_invitation_rate';
  end if;
  if (select count(*) from public.organization_members where organization_id = organization) + (
    select count(*) from private.organization_invitations
      where organization_id = organization and state = 'open' and expires_at > now()
  ) >= 100 then
    raise exception 'An organization has at most 100 members and open invitations.' using hint = 'org_full';
  end if;
  if exists (
    select from public.organization_members
      where organization_id = organization and private.proved_address_of(user_id) = address
  ) then
    raise exception 'This person is already a member.' using hint = 'org_already_member';
  end if;
  insert into private.organization_invitations (organization_id, email, role, invited_by)
    values (organization, address, invitee_role, auth.uid())
    returning id into created;
  return created;
end
$$;

-- Returns the open invitations of an organization; none for members who may not invite.
create function public.list_organization_invitations(organization uuid) returns table (
  id uuid,
  email text,
  role text,
  expires_at timestamptz
)
  language sql stable security definer set search_path = ''
as $$
  select invitations.id, invitations.email, invitations.role, invitations.expires_at
    from private.organization_caller() caller
    join public.organization_members own
      on own.user_id = caller and own.organization_id = organization and own.role <> 'member'
    join private.organization_invitations invitations
      on invitations.organization_id = own.organization_id
    where invitations.state = 'open' and invitations.expires_at > now()
    order by invitations.created_at, invitations.id;
$$;

create function public.revoke_organization_invitation(invitation uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  organization uuid;
  invitee_role text;
begin
  select organization_id, role into organization, invitee_role
    from private.organization_invitations where id = invitation;
  perform private.check_organization_role(private.lock_organization(organization), invitee_role);
  update private.organization_invitations set state = 'revoked' where id = invitation and state = 'open';
end
$$;

-- Returns the open invitations to the caller's confirmed address.
create function public.list_my_organization_invitations() returns table (
  id uuid,
  organization_name text,
  role text,
  invited_by text,
  expires_at timestamptz
)
  language sql stable security definer set search_path = ''
as $$
  select invitations.id, organizations.name, invitations.role, inviters.email::text, invitations.expires_at
    from private.organization_caller() caller
    join private.organization_invitations invitations
      on invitations.email = private.proved_address_of(caller)
    join public.organizations on organizations.id = invitations.organization_id
    left join auth.users inviters on inviters.id = invitations.invited_by
    where invitations.state = 'open' and invitations.expires_at > now()
    order by invitations.created_at, invitations.id
    limit 20;
$$;

-- Accepts or declines an invitation to the caller's confirmed address. Accepting switches the session to the
-- organization.
create function public.answer_organization_invitation(invitation uuid, accepts boolean) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  address text := private.proved_address_of(private.organization_caller());
  organization uuid;
  invitee_role text;
begin
  -- Lock the organization before its invitations, like every function here, to avoid deadlocks.
  perform from public.organizations where id = (
    select organization_id from private.organization_invitations where id = invitation and email = address
  ) for update;
  update private.organization_invitations set state = case when accepts then 'accepted' else 'declined' end
    where id = invitation and email = address and state = 'open' and expires_at > now()
      and organization_id is not null
    returning organization_id, role into organization, invitee_role;
  if not found then
    raise exception 'This invitation is no longer valid.' using hint = 'org_invitation_over';
  end if;
  if accepts then perform private.add_organization_member(organization, invitee_role); end if;
end
$$;

-- Grants ----------------------------------------------------------------------------------------------------------

revoke all on function
  private.add_organization_claims, private.active_organization, private.active_organization_role,
  private.organizations_of_caller, private.keep_an_owner, private.organization_caller,
  private.proved_address_of, private.lock_organization, private.check_organization_role,
  private.check_other_owner, private.activate_organization, private.add_organization_member,
  public.list_organizations, public.create_organization, public.delete_organization,
  public.switch_organization, public.list_organization_members, public.set_organization_role,
  public.remove_organization_member, public.invite_organization_member,
  public.list_organization_invitations, public.revoke_organization_invitation,
  public.list_my_organization_invitations, public.answer_organization_invitation
  from public, anon, authenticated, service_role;
grant usage on schema private to supabase_auth_admin;
grant execute on function private.add_organization_claims to supabase_auth_admin;
-- Policies call these functions, although the API does not expose their schema.
grant execute on function
  private.active_organization, private.active_organization_role, private.organizations_of_caller
  to authenticated;
grant execute on function
  public.list_organizations, public.create_organization, public.delete_organization,
  public.switch_organization, public.list_organization_members, public.set_organization_role,
  public.remove_organization_member, public.invite_organization_member,
  public.list_organization_invitations, public.revoke_organization_invitation,
  public.list_my_organization_invitations, public.answer_organization_invitation
  to authenticated;
