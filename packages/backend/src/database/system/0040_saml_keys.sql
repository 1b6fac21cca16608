-- The RSA keys of SAML 2.0 that were made here: the project's own, and the one of the sandbox's identity provider.
create table portico.saml_keys (
  name text primary key,
  -- PKCS #8, in PEM.
  private_key text not null,
  created_at timestamptz not null default now()
);
grant select, insert on portico.saml_keys to supabase_auth_admin;

-- The clean-up finds old relay states by their age.
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);
