-- The key that the vault encrypts with. One row, made with the first secret.
create table portico.vault_key (
  singleton boolean primary key default true check (singleton),
  key text not null
);
-- The stand-ins on a PostgreSQL server, which knows no extensions of ours.
create table portico.stand_ins (name text primary key);
-- Dumps of older projects create the extension in it.
create schema if not exists pgsodium;
