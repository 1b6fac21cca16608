-- Tells whoever listens that a message has come, once its transaction has committed. One that is larger than
-- NOTIFY's 8,000 bytes is fetched by its id. Rows by which policies are asked have no payload.
create function portico.tell_message() returns trigger language plpgsql set search_path = '' as $$
declare
  told text;
begin
  if coalesce(octet_length(new.payload::text), 0) < 7500 and new.binary_payload is null then
    told := json_build_object(
      'id', new.id, 'topic', new.topic, 'event', new.event, 'private', new.private,
      'payload', new.payload::text)::text;
  end if;
  if told is null or octet_length(told) > 7900 then
    told := json_build_object('id', new.id)::text;
  end if;
  perform pg_notify('portico_realtime', 'm' || told);
  return null;
end $$;
create trigger portico_tell after insert on realtime.messages
  for each row
  when (
    new.extension = 'broadcast' and new.event is not null and new.private is not null
    and (new.payload is not null or new.binary_payload is not null))
  execute function portico.tell_message();

create index messages_inserted_at_index on realtime.messages (inserted_at);

-- Words between processes that are too large for NOTIFY.
create unlogged table portico.realtime_words (
  id uuid primary key,
  content text not null,
  written_at timestamptz not null default now()
);
