-- pg_graphql: can be created, but a call fails, because only the hosted service has GraphQL.
do $$ begin
  if to_regnamespace('graphql') is null then create schema graphql; end if;
end $$;
create function graphql.resolve(
  query text,
  variables jsonb default '{}',
  "operationName" text default null,
  extensions jsonb default null
) returns jsonb language sql as $$
  select jsonb_build_object('errors', jsonb_build_array(
    jsonb_build_object('message', 'There is no pg_graphql here: GraphQL is the hosted service''s.')))
$$;
create function graphql.comment_directive(comment_ text) returns jsonb language sql immutable as $$
  select coalesce((regexp_match(comment_, '@graphql\((.+)\)'))[1]::jsonb, '{}')
$$;
create function graphql.get_schema_version() returns integer language sql as $$ select 0 $$;
create function graphql.increment_schema_version() returns event_trigger language plpgsql as $$ begin null; end $$;
create function graphql.exception(message text) returns text language plpgsql as $$
begin
  raise exception using errcode = '22000', message = message;
end $$;
grant usage on schema graphql to anon, authenticated, service_role;
