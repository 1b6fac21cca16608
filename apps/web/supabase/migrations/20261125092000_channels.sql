-- Every channel of the page is private. In a public one anybody with the publishable key could send to all
-- who have joined it.

-- Changes of the tables come by a topic of one's own. Nobody sends there.
create policy "People hear of changes at a topic of their own" on realtime.messages
  for select to authenticated
  using ((select realtime.topic()) = 'changes:' || (select auth.uid())::text);

create policy "Applications have no part in channels" on realtime.messages
  as restrictive
  for all to authenticated
  using (not (select private.by_application()));
