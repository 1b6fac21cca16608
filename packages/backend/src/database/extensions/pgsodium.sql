-- pgsodium: has keys and random bytes, but not libsodium's ciphers. Secrets belong in Vault.
do $$ begin
  if to_regnamespace('pgsodium') is null then create schema pgsodium; end if;
end $$;
create type pgsodium.key_status as enum ('default', 'valid', 'invalid', 'expired');
create type pgsodium.key_type as enum (
  'aead-ietf', 'aead-det', 'hmacsha512', 'hmacsha256', 'auth', 'shorthash', 'generichash', 'kdf',
  'secretbox', 'secretstream', 'stream_xchacha20'
);
create sequence pgsodium.key_key_id_seq;
create table pgsodium.key (
  id uuid primary key default gen_random_uuid(),
  status pgsodium.key_status default 'valid',
  created timestamptz not null default now(),
  expires timestamptz,
  key_type pgsodium.key_type,
  key_id bigint default nextval('pgsodium.key_key_id_seq'),
  key_context bytea default '\x7067736f6469756d',
  name text unique,
  associated_data text default 'associated',
  raw_key bytea,
  raw_key_nonce bytea,
  parent_key uuid references pgsodium.key,
  comment text,
  user_data text
);
create view pgsodium.valid_key as
select id, name, status, key_type, key_id, key_context, created, expires, associated_data
from pgsodium.key
where status in ('valid', 'default') and (expires is null or expires > now());
create function pgsodium.create_key(
  key_type pgsodium.key_type default 'aead-det', name text default null, raw_key bytea default null,
  raw_key_nonce bytea default null, parent_key uuid default null, key_context bytea default '\x7067736f6469756d',
  expires timestamptz default null, associated_data text default ''
) returns pgsodium.valid_key language sql as $$
  with made as (
    insert into pgsodium.key (key_type, name, key_context, expires, associated_data)
    values (create_key.key_type, create_key.name, create_key.key_context, create_key.expires,
      create_key.associated_data)
    returning *
  )
  select row(id, name, status, key_type, key_id, key_context, created, expires, associated_data)::pgsodium.valid_key
  from made
$$;
create function pgsodium.randombytes_buf(size integer) returns bytea language sql volatile as $$
  select substr(string_agg(uuid_send(gen_random_uuid()), ''), 1, size)
  from generate_series(0, size / 16)
$$;
create function pgsodium.crypto_aead_det_noncegen() returns bytea language sql volatile as $$
  select pgsodium.randombytes_buf(16)
$$;
create function pgsodium._not_here() returns bytea language plpgsql as $$
begin
  raise feature_not_supported using
    message = 'the embedded database does not have the ciphers of pgsodium', hint = 'vault.create_secret encrypts a secret.';
end $$;
create function pgsodium.crypto_aead_det_encrypt(message bytea, additional bytea, key_uuid uuid, nonce bytea)
returns bytea language sql as $$ select pgsodium._not_here() $$;
create function pgsodium.crypto_aead_det_decrypt(message bytea, additional bytea, key_uuid uuid, nonce bytea)
returns bytea language sql as $$ select pgsodium._not_here() $$;
