-- pgjwt: JSON web tokens with HMAC.
create function @extschema@.url_encode(data bytea) returns text language sql immutable as $$
  select translate(encode(data, 'base64'), E'+/=\n', '-_')
$$;
create function @extschema@.url_decode(data text) returns bytea language sql immutable as $$
  select decode(
    rpad(translate(data, '-_', '+/'), ((length(data) + 3) / 4) * 4, '='), 'base64')
$$;
create function @extschema@.algorithm_sign(signables text, secret text, algorithm text) returns text
language plpgsql immutable set search_path = @extschema@, extensions, public as $$
declare
  hash text := case algorithm when 'HS256' then 'sha256' when 'HS384' then 'sha384' when 'HS512' then 'sha512' end;
begin
  if hash is null then
    raise exception 'Cannot use "": No such hash algorithm';
  end if;
  return url_encode(hmac(signables, secret, hash));
end $$;
create function @extschema@.sign(payload json, secret text, algorithm text default 'HS256') returns text
language plpgsql immutable set search_path = @extschema@, extensions, public as $$
declare
  signables text := url_encode(convert_to(format('{"alg":"%s","typ":"JWT"}', algorithm), 'utf8'))
    || '.' || url_encode(convert_to(payload::text, 'utf8'));
begin
  return signables || '.' || algorithm_sign(signables, secret, algorithm);
end $$;
create function @extschema@.try_cast_double(inp text) returns double precision
language plpgsql immutable as $$
begin
  return inp::double precision;
exception when others then
  return null;
end $$;
create function @extschema@.verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean)
language plpgsql immutable set search_path = @extschema@, extensions, public as $$
declare
  parts text[] := string_to_array(token, '.');
begin
  header := convert_from(url_decode(parts[1]), 'utf8')::json;
  payload := convert_from(url_decode(parts[2]), 'utf8')::json;
  valid := parts[3] = algorithm_sign(parts[1] || '.' || parts[2], secret, algorithm)
    and now() >= coalesce(to_timestamp(try_cast_double(payload ->> 'nbf')), '-infinity')
    and now() < coalesce(to_timestamp(try_cast_double(payload ->> 'exp')), 'infinity');
  return next;
end $$;
