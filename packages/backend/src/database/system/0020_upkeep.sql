-- Of several processes on this database the one that writes the time here does the work for all.
create table portico.upkeep (work text primary key, begun_at timestamptz not null);
