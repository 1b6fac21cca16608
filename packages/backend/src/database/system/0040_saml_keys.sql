-- The RSA keys of SAML 2.0 that this backend has created: the project's own, and that of the sandbox's identity
-- provider.
create table portico.saml_keys (
  name text primary key,
  -- The key in PKCS #8, as PEM.
  private_key text not null,
  created_at timestamptz not null default now()
);
grant select, insert on portico.saml_keys to supabase_auth_admin;

-- The clean-up finds old relay states by their age.
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at desc);
