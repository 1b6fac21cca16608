-- pg_jsonschema: supports the keywords of JSON Schema that describe types, bounds and combinations.
create function @extschema@._jsonschema_errors(root jsonb, schema jsonb, instance jsonb, at text)
returns text[] language plpgsql immutable as $$
declare
  kind text := jsonb_typeof(instance);
  found text[] := '{}';
  key text;
  value jsonb;
  part jsonb;
  size numeric;
  matching integer;
begin
  if schema = 'true' or schema is null then return '{}'; end if;
  if schema = 'false' then return array[at || ': nothing is valid here']; end if;
  if schema ? '$ref' then
    part := case when schema ->> '$ref' = '#' then root
      else root #> string_to_array(replace(replace(substr(schema ->> '$ref', 3), '~1', '/'), '~0', '~'), '/') end;
    if part is null then raise exception 'unresolvable reference: %', schema ->> '$ref'; end if;
    found := found || @extschema@._jsonschema_errors(root, part, instance, at);
  end if;
  for key, value in select * from jsonb_each(schema) loop
    case key
      when 'type' then
        if not exists (
          select from jsonb_array_elements_text(
            case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as wanted
          where wanted = kind
            or wanted = 'integer' and kind = 'number' and (instance #>> '{}')::numeric % 1 = 0
        ) then
          found := found || format('%s: %s is not of type %s', at, instance, value);
        end if;
      when 'enum' then
        if not exists (select from jsonb_array_elements(value) as one where one = instance) then
          found := found || format('%s: %s is not one of %s', at, instance, value);
        end if;
      when 'const' then
        if instance <> value then found := found || format('%s: %s is not %s', at, instance, value); end if;
      when 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf' then
        if kind = 'number' and jsonb_typeof(value) = 'number' then
          size := (instance #>> '{}')::numeric;
          if not (case key
            when 'minimum' then size >= (value #>> '{}')::numeric
            when 'maximum' then size <= (value #>> '{}')::numeric
            when 'exclusiveMinimum' then size > (value #>> '{}')::numeric
            when 'exclusiveMaximum' then size < (value #>> '{}')::numeric
            else size % (value #>> '{}')::numeric = 0
          end) then
            found := found || format('%s: %s violates %s %s', at, instance, key, value);
          end if;
        end if;
      when 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties' then
        size := case
          when key like '%Length' and kind = 'string' then length(instance #>> '{}')
          when key like '%Items' and kind = 'array' then jsonb_array_length(instance)
          when key like '%Properties' and kind = 'object' then (select count(*) from jsonb_object_keys(instance))
        end;
        if key like 'min%' and size < (value #>> '{}')::numeric
          or key like 'max%' and size > (value #>> '{}')::numeric then
          found := found || format('%s: %s violates %s %s', at, instance, key, value);
        end if;
      when 'pattern' then
        if kind = 'string' and (instance #>> '{}') !~ (value #>> '{}') then
          found := found || format('%s: %s does not match %s', at, instance, value);
        end if;
      when 'uniqueItems' then
        if value = 'true' and kind = 'array' and jsonb_array_length(instance) <>
          (select count(distinct item) from jsonb_array_elements(instance) as item) then
          found := found || format('%s: %s has equal items', at, instance);
        end if;
      when 'required' then
        if kind = 'object' then
          found := found || array(
            select format('%s: %s is a required property', at, to_jsonb(name))
            from jsonb_array_elements_text(value) as name where not instance ? name);
        end if;
      when 'properties' then
        if kind = 'object' then
          for key, part in select * from jsonb_each(value) loop
            if instance ? key then
              found := found || @extschema@._jsonschema_errors(root, part, instance -> key, at || '/' || key);
            end if;
          end loop;
        end if;
      when 'patternProperties' then
        if kind = 'object' then
          for key, part in
            select name, wanted.value from jsonb_each(value) as wanted, jsonb_object_keys(instance) as name
            where name ~ wanted.key
          loop
            found := found || @extschema@._jsonschema_errors(root, part, instance -> key, at || '/' || key);
          end loop;
        end if;
      when 'additionalProperties' then
        if kind = 'object' then
          for key in
            select name from jsonb_object_keys(instance) as name
            where not coalesce(schema -> 'properties', '{}') ? name
              and not exists (
                select from jsonb_object_keys(coalesce(schema -> 'patternProperties', '{}')) as pattern
                where name ~ pattern)
          loop
            found := found || @extschema@._jsonschema_errors(root, value, instance -> key, at || '/' || key);
          end loop;
        end if;
      when 'propertyNames' then
        if kind = 'object' then
          for key in select * from jsonb_object_keys(instance) loop
            found := found || @extschema@._jsonschema_errors(root, value, to_jsonb(key), at || '/' || key);
          end loop;
        end if;
      when 'items', 'prefixItems' then
        if kind = 'array' then
          for matching in 0 .. jsonb_array_length(instance) - 1 loop
            part := case
              when jsonb_typeof(value) = 'array' then value -> matching
              when key = 'items' and matching < coalesce(jsonb_array_length(schema -> 'prefixItems'), 0) then 'true'
              else value
            end;
            found := found
              || @extschema@._jsonschema_errors(root, part, instance -> matching, at || '/' || matching);
          end loop;
        end if;
      when 'contains' then
        if kind = 'array' and not exists (
          select from jsonb_array_elements(instance) as item
          where @extschema@._jsonschema_errors(root, value, item, at) = '{}'
        ) then
          found := found || format('%s: %s contains no valid item', at, instance);
        end if;
      when 'allOf' then
        for part in select * from jsonb_array_elements(value) loop
          found := found || @extschema@._jsonschema_errors(root, part, instance, at);
        end loop;
      when 'anyOf', 'oneOf' then
        matching := (
          select count(*) from jsonb_array_elements(value) as one
          where @extschema@._jsonschema_errors(root, one, instance, at) = '{}');
        if matching = 0 or key = 'oneOf' and matching > 1 then
          found := found || format('%s: %s is valid under %s of %s', at, instance, matching, key);
        end if;
      when 'not' then
        if @extschema@._jsonschema_errors(root, value, instance, at) = '{}' then
          found := found || format('%s: %s is not allowed', at, instance);
        end if;
      when 'if' then
        part := case when @extschema@._jsonschema_errors(root, value, instance, at) = '{}'
          then schema -> 'then' else schema -> 'else' end;
        found := found || @extschema@._jsonschema_errors(root, part, instance, at);
      else
        null;
    end case;
  end loop;
  return found;
end $$;
create function @extschema@.jsonb_matches_schema(schema json, instance jsonb) returns boolean
language sql immutable as $$
  select @extschema@._jsonschema_errors(schema::jsonb, schema::jsonb, instance, '') = '{}'
$$;
create function @extschema@.json_matches_schema(schema json, instance json) returns boolean
language sql immutable as $$ select @extschema@.jsonb_matches_schema(schema, instance::jsonb) $$;
create function @extschema@.jsonschema_validation_errors(schema json, instance json) returns text[]
language sql immutable as $$
  select @extschema@._jsonschema_errors(schema::jsonb, schema::jsonb, instance::jsonb, '')
$$;
create function @extschema@.jsonschema_is_valid(schema json) returns boolean
language sql immutable as $$ select json_typeof(schema) in ('object', 'boolean') $$;
