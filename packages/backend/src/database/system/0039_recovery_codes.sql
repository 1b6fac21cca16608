-- Recovery codes: the codes of a factor of this type. Each can be used once in place of another second factor.
alter type auth.factor_type add value if not exists 'recovery_code';

-- `code_hash` is keyed with a key of the project.
create table portico.recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);
grant select, insert, update, delete on portico.recovery_codes to supabase_auth_admin;
