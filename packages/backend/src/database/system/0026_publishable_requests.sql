-- A publication for all tables refuses to delete rows of a table without a key, which would prevent requests from SQL.
-- In pg_net these tables are unlogged, and so in no publication (supabase/pg_net, `sql/pg_net.sql`).
do $$
begin
  if to_regproc('net._queue') is not null then
    begin
      alter table net.http_request_queue set unlogged;
      alter table net._http_response set unlogged;
    exception when others then
      -- The project has published the tables by their names.
      alter table net.http_request_queue replica identity full;
      alter table net._http_response replica identity full;
    end;
  end if;
  if to_regclass('pgmq.meta') is not null then
    alter table pgmq.meta replica identity full;
  end if;
end $$;
