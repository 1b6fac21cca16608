-- pg_cron: the backend runs the jobs (server/jobs/scheduled-jobs.ts).
do $$ begin
  if to_regnamespace('cron') is null then create schema cron; end if;
end $$;

create sequence cron.jobid_seq;
create table cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport integer not null default coalesce(inet_server_port(), 5432),
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);

-- Makes the backend read the jobs again when they change.
create function cron._tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_cron', '');
  return null;
end $$;
create trigger tell after insert or update or delete on cron.job
  for each statement execute function cron._tell();

-- If several processes share a database, the one that writes the due time here runs the job.
create table cron._claims (jobid bigint primary key, due timestamptz not null);

create sequence cron.runid_seq;
create table cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid integer,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

create function cron._checked(schedule text) returns text language plpgsql immutable as $$
begin
  if schedule !~* '^\s*(@(yearly|annually|monthly|weekly|daily|midnight|hourly|reboot)|[1-5]?[0-9]\s+seconds?|(\S+\s+){4}\S+)\s*$' then
    raise exception 'invalid schedule: %', schedule
      using hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
  end if;
  return schedule;
end $$;

create function cron.schedule_in_database(
  job_name text, schedule text, command text, database text,
  username text default null, active boolean default true
) returns bigint language sql set search_path = '' as $$
  insert into cron.job (jobname, schedule, command, database, username, active)
  values (job_name, cron._checked(schedule), command, database, coalesce(username, current_user), active)
  on conflict on constraint jobname_username_uniq do update
    set schedule = excluded.schedule, command = excluded.command, database = excluded.database,
      active = excluded.active
  returning jobid
$$;
create function cron.schedule(job_name text, schedule text, command text)
returns bigint language sql set search_path = '' as $$
  select cron.schedule_in_database(job_name, schedule, command, current_database()::text)
$$;
create function cron.schedule(schedule text, command text)
returns bigint language sql set search_path = '' as $$
  select cron.schedule_in_database(null, schedule, command, current_database()::text)
$$;

create function cron.unschedule(job_id bigint) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from cron.job where jobid = job_id and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_id;
  end if;
  return true;
end $$;
create function cron.unschedule(job_name text) returns boolean language plpgsql set search_path = '' as $$
begin
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_name;
  end if;
  return true;
end $$;

create function cron.alter_job(
  job_id bigint, schedule text default null, command text default null, database text default null,
  username text default null, active boolean default null
) returns void language plpgsql set search_path = '' as $$
begin
  update cron.job set
    schedule = coalesce(cron._checked(alter_job.schedule), job.schedule),
    command = coalesce(alter_job.command, job.command),
    database = coalesce(alter_job.database, job.database),
    username = coalesce(alter_job.username, job.username),
    active = coalesce(alter_job.active, job.active)
  where jobid = job_id;
  if not found then
    raise exception 'Job % does not exist or you don''t own it', job_id;
  end if;
end $$;

revoke all on all functions in schema cron from public;
select pg_notify('portico_cron', '');

-- Tells pg_dump which of the extension's rows to dump, if this script runs as an extension.
do $$ begin
  perform pg_extension_config_dump('cron.job', '');
  perform pg_extension_config_dump('cron.jobid_seq', '');
exception when others then
  null;
end $$;
