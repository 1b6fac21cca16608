-- A note belongs to the organization that was active when it was written, and all its members see it. A note without an
-- organization is private to its author.
alter table public.notes
  add organization_id uuid default private.active_organization()
    references public.organizations on delete cascade;

create index notes_by_organization on public.notes (organization_id, created_at desc);

-- A session sees the notes of its active organization or, without one, the user's private notes.
drop policy "People have their own notes" on public.notes;
create policy "Members have the notes of the active organization" on public.notes
  for all to authenticated
  using (
    organization_id is not distinct from (select private.active_organization())
    and (organization_id is not null or user_id = (select auth.uid()))
  )
  with check (
    organization_id is not distinct from (select private.active_organization())
    and user_id = (select auth.uid())
  );
