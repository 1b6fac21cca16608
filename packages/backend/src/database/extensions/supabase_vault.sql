-- Vault: secrets are encrypted with the project's key in portico.vault_key, which a dump of this schema does not
-- contain.
do $$ begin
  if to_regnamespace('vault') is null then create schema vault; end if;
end $$;

create function vault._crypto_aead_det_noncegen() returns bytea
language sql volatile as $$ select uuid_send(gen_random_uuid()) $$;
create function vault._crypto_aead_det_encrypt(
  message bytea, additional bytea, key_id bigint, context bytea default 'pgsodium', nonce bytea default null
) returns bytea language plpgsql security definer set search_path = extensions, public, pg_temp as $$
begin
  -- Create the key for the first secret, because a new database is a copy of another one.
  insert into portico.vault_key (key)
  select replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
  where not exists (select from portico.vault_key)
  on conflict do nothing;
  -- The additional data bind a secret to its row, so another row's secret cannot be decrypted here.
  return pgp_sym_encrypt_bytea(
    message, (select key from portico.vault_key) || encode(additional, 'hex'),
    'cipher-algo=aes256, s2k-mode=0, compress-algo=0');
end $$;
create function vault._crypto_aead_det_decrypt(
  message bytea, additional bytea, key_id bigint, context bytea default 'pgsodium', nonce bytea default null
) returns bytea language plpgsql stable security definer set search_path = extensions, public, pg_temp as $$
begin
  return pgp_sym_decrypt_bytea(message, (select key from portico.vault_key) || encode(additional, 'hex'));
end $$;

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea default vault._crypto_aead_det_noncegen(),
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create unique index secrets_name_idx on vault.secrets (name) where name is not null;

create view vault.decrypted_secrets as
select
  id, name, description, secret,
  convert_from(
    vault._crypto_aead_det_decrypt(decode(secret, 'base64'), convert_to(id::text, 'utf8'), 0), 'utf8'
  ) as decrypted_secret,
  key_id, nonce, created_at, updated_at
from vault.secrets;

create function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  new_id uuid := gen_random_uuid();
begin
  insert into vault.secrets (id, name, description, secret)
  values (
    new_id, new_name, coalesce(new_description, ''),
    encode(vault._crypto_aead_det_encrypt(
      convert_to(new_secret, 'utf8'), convert_to(new_id::text, 'utf8'), 0), 'base64'));
  return new_id;
end $$;
create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null,
  new_description text default null, new_key_id uuid default null
) returns void language plpgsql security definer set search_path = '' as $$
begin
  update vault.secrets set
    secret = coalesce(
      encode(vault._crypto_aead_det_encrypt(
        convert_to(new_secret, 'utf8'), convert_to(id::text, 'utf8'), 0), 'base64'), secret),
    name = coalesce(new_name, name),
    description = coalesce(new_description, description),
    updated_at = now()
  where id = secret_id;
end $$;

revoke all on all functions in schema vault from public;
grant usage on schema vault to service_role;
grant select, delete on vault.secrets, vault.decrypted_secrets to service_role;
grant execute on function
  vault.create_secret(text, text, text, uuid), vault.update_secret(uuid, text, text, text, uuid),
  vault._crypto_aead_det_decrypt(bytea, bytea, bigint, bytea, bytea)
  to service_role;

-- Tells pg_dump which of the extension's rows to dump, if this script runs as an extension.
do $$ begin
  perform pg_extension_config_dump('vault.secrets', '');
exception when others then
  null;
end $$;
