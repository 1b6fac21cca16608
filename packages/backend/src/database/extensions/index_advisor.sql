-- index_advisor: can be created, but a call fails, because it needs hypopg.
create function @extschema@.index_advisor(query text) returns table (
  startup_cost_before jsonb, startup_cost_after jsonb, total_cost_before jsonb, total_cost_after jsonb,
  index_statements text[], errors text[]
) language sql as $$
  select null::jsonb, null::jsonb, null::jsonb, null::jsonb, '{}'::text[], array['index_advisor is not available in the embedded database']
$$;
