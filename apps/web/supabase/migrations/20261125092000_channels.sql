-- Every channel of the page is private. Anyone with the publishable key could send to all members of a public one.

-- Each user receives changes of tables on a topic of their own. Nobody can send to it.
create policy "People hear of changes at a topic of their own" on realtime.messages
  for select to authenticated
  using ((select realtime.topic()) = 'changes:' || (select auth.uid())::text);

create policy "Applications have no part in channels" on realtime.messages
  as restrictive
  for all to authenticated
  using (not (select private.by_application()));
