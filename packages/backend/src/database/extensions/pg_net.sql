-- pg_net: requests are queued here, and the backend sends them (server/jobs/network-requests.ts).
do $$ begin
  if to_regnamespace('net') is null then create schema net; end if;
end $$;

create domain net.http_method as text check (lower(value) in ('get', 'post', 'delete'));
create type net.request_status as enum ('PENDING', 'SUCCESS', 'ERROR');
create type net.http_response as (status_code integer, headers jsonb, body text);
create type net.http_response_result as (
  status net.request_status, message text, response net.http_response
);

create unlogged table net.http_request_queue (
  id bigserial,
  method net.http_method not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds integer not null
);
create unlogged table net._http_response (
  id bigint,
  status_code integer,
  content_type text,
  headers jsonb,
  content text,
  timed_out boolean,
  error_msg text,
  created timestamptz not null default now()
);
create index _http_response_created_idx on net._http_response (created);
create index _http_response_id_idx on net._http_response (id);

-- Encodes every byte except RFC 3986's unreserved characters.
create function net._urlencode_string(string varchar) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(
    case
      when byte between 48 and 57 or byte between 65 and 90 or byte between 97 and 122
        or byte in (45, 46, 95, 126) then chr(byte)
      else '%' || upper(lpad(to_hex(byte), 2, '0'))
    end, '' order by at), '')
  from convert_to(string, 'UTF8') as bytes,
    lateral (select at, get_byte(bytes, at) as byte from generate_series(0, length(bytes) - 1) as at) as each
$$;
create function net._encode_url_with_params_array(url text, params_array text[]) returns text
language sql immutable set search_path = '' as $$
  select case
    when params_array = '{}' or params_array is null then url
    else url || case when position('?' in url) > 0 then '&' else '?' end || array_to_string(params_array, '&')
  end
$$;

create function net._queue(
  method text, url text, params jsonb, headers jsonb, body text, timeout_milliseconds integer
) returns bigint language plpgsql set search_path = '' as $$
declare
  request_id bigint;
begin
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values (
    _queue.method,
    net._encode_url_with_params_array(_queue.url, array(
      select net._urlencode_string(key) || '=' || net._urlencode_string(value)
      from jsonb_each_text(coalesce(params, '{}')))),
    _queue.headers,
    convert_to(_queue.body, 'UTF8'),
    _queue.timeout_milliseconds)
  returning id into request_id;
  perform pg_notify('portico_net', '');
  return request_id;
end $$;

create function net.http_get(
  url text,
  params jsonb default '{}',
  headers jsonb default '{}',
  timeout_milliseconds integer default 5000
) returns bigint language sql security definer set search_path = '' as $$
  select net._queue('GET', url, params, headers, null, timeout_milliseconds)
$$;

create function net.http_post(
  url text,
  body jsonb default '{}',
  params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}',
  timeout_milliseconds integer default 5000
) returns bigint language plpgsql security definer set search_path = '' as $$
declare
  content_type text := (
    select value from jsonb_each_text(coalesce(headers, '{}')) where lower(key) = 'content-type' limit 1);
begin
  if content_type <> 'application/json' then
    raise exception 'Content-Type header must be "application/json"';
  end if;
  return net._queue(
    'POST', url, params,
    case when content_type is null
      then coalesce(headers, '{}') || '{"Content-Type": "application/json"}' else headers end,
    body::text, timeout_milliseconds);
end $$;

create function net.http_delete(
  url text,
  params jsonb default '{}',
  headers jsonb default '{}',
  timeout_milliseconds integer default 5000,
  body jsonb default null
) returns bigint language sql security definer set search_path = '' as $$
  select net._queue('DELETE', url, params, headers, body::text, timeout_milliseconds)
$$;

create function net._http_collect_response(request_id bigint, async boolean default true)
returns net.http_response_result language plpgsql security definer set search_path = '' as $$
declare
  found_response net._http_response;
begin
  select * into found_response from net._http_response where id = request_id;
  if found_response.id is null then
    return (
      case when exists (select from net.http_request_queue where id = request_id)
        then 'PENDING' else 'ERROR' end,
      'request matching request_id not found', null)::net.http_response_result;
  end if;
  return (
    case when found_response.error_msg is null then 'SUCCESS' else 'ERROR' end,
    coalesce(found_response.error_msg, 'ok'),
    (found_response.status_code, found_response.headers, found_response.content)::net.http_response
  )::net.http_response_result;
end $$;
create function net.http_collect_response(request_id bigint, async boolean default true)
returns net.http_response_result language sql security definer set search_path = '' as $$
  select net._http_collect_response(request_id, async)
$$;

create function net.worker_restart() returns boolean language sql as $$ select true $$;
create function net.check_worker_is_up() returns void language sql as $$ select null::void $$;
create function net.wait_until_running() returns void language sql as $$ select null::void $$;
create function net.wake() returns void language sql as $$ select pg_notify('portico_net', '') $$;

revoke all on all functions in schema net from public;
grant usage on schema net to anon, authenticated, service_role;
grant execute on function
  net.http_get(text, jsonb, jsonb, integer),
  net.http_post(text, jsonb, jsonb, jsonb, integer),
  net.http_delete(text, jsonb, jsonb, integer, jsonb)
  to anon, authenticated, service_role;
