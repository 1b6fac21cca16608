-- http: has the extension's types and signatures, but a call fails. A statement of the embedded database cannot wait
-- for another server; pg_net can.
create domain @extschema@.http_method as text;
create type @extschema@.http_header as (field varchar, value varchar);
create type @extschema@.http_request as (
  method @extschema@.http_method, uri varchar, headers @extschema@.http_header[],
  content_type varchar, content varchar
);
create type @extschema@.http_response as (
  status integer, content_type varchar, headers @extschema@.http_header[], content varchar
);
create function @extschema@.http(request @extschema@.http_request) returns @extschema@.http_response
language plpgsql as $$
begin
  raise feature_not_supported using
    message = format('http cannot send a request to %s here', (request).uri),
    hint = 'net.http_get, net.http_post and net.http_delete of pg_net do.';
end $$;
create function @extschema@.http_header(field varchar, value varchar) returns @extschema@.http_header
language sql immutable as $$ select row(field, value)::@extschema@.http_header $$;
create function @extschema@.urlencode(string varchar) returns text language sql immutable as $$
  select coalesce(string_agg(
    case when chr(byte) ~ '[A-Za-z0-9._~-]' and byte < 128 then chr(byte)
      else '%' || upper(lpad(to_hex(byte), 2, '0')) end, '' order by at), '')
  from convert_to(string, 'UTF8') as bytes,
    lateral (select at, get_byte(bytes, at) as byte from generate_series(0, length(bytes) - 1) as at) as each
$$;
create function @extschema@.urlencode(data jsonb) returns text language sql immutable as $$
  select string_agg(@extschema@.urlencode(key::varchar) || '=' || @extschema@.urlencode(value::varchar), '&')
  from jsonb_each_text(data)
$$;
create function @extschema@.http_get(uri varchar) returns @extschema@.http_response language sql as $$
  select @extschema@.http(('GET', uri, null, null, null)::@extschema@.http_request)
$$;
create function @extschema@.http_get(uri varchar, data jsonb) returns @extschema@.http_response language sql as $$
  select @extschema@.http(('GET', uri || '?' || @extschema@.urlencode(data), null, null, null)::@extschema@.http_request)
$$;
create function @extschema@.http_post(uri varchar, content varchar, content_type varchar)
returns @extschema@.http_response language sql as $$
  select @extschema@.http(('POST', uri, null, content_type, content)::@extschema@.http_request)
$$;
create function @extschema@.http_post(uri varchar, data jsonb) returns @extschema@.http_response language sql as $$
  select @extschema@.http(('POST', uri, null, 'application/x-www-form-urlencoded',
    @extschema@.urlencode(data))::@extschema@.http_request)
$$;
create function @extschema@.http_put(uri varchar, content varchar, content_type varchar)
returns @extschema@.http_response language sql as $$
  select @extschema@.http(('PUT', uri, null, content_type, content)::@extschema@.http_request)
$$;
create function @extschema@.http_patch(uri varchar, content varchar, content_type varchar)
returns @extschema@.http_response language sql as $$
  select @extschema@.http(('PATCH', uri, null, content_type, content)::@extschema@.http_request)
$$;
create function @extschema@.http_delete(uri varchar) returns @extschema@.http_response language sql as $$
  select @extschema@.http(('DELETE', uri, null, null, null)::@extschema@.http_request)
$$;
create function @extschema@.http_delete(uri varchar, content varchar, content_type varchar)
returns @extschema@.http_response language sql as $$
  select @extschema@.http(('DELETE', uri, null, content_type, content)::@extschema@.http_request)
$$;
create function @extschema@.http_head(uri varchar) returns @extschema@.http_response language sql as $$
  select @extschema@.http(('HEAD', uri, null, null, null)::@extschema@.http_request)
$$;
create function @extschema@.http_set_curlopt(curlopt varchar, value varchar) returns boolean
language sql as $$ select true $$;
create function @extschema@.http_reset_curlopt() returns boolean language sql as $$ select true $$;
create function @extschema@.http_list_curlopt() returns table (curlopt text, value text)
language sql as $$ select null::text, null::text where false $$;
create function @extschema@.bytea_to_text(data bytea) returns text language sql immutable as $$
  select convert_from(data, 'utf8')
$$;
create function @extschema@.text_to_bytea(data text) returns bytea language sql immutable as $$
  select convert_to(data, 'utf8')
$$;
