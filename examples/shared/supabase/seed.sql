-- A user for testing: ada@example.com, with the password "correct horse battery". `portico start` and `supabase start`
-- run this file once; `supabase db push` does not.
with ada as (
  insert into auth.users (
    instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
    raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
    confirmation_token, recovery_token, email_change, email_change_token_new
  ) values (
    '00000000-0000-0000-0000-000000000000', '5f0c2f54-9f4e-4f6b-8a61-0d6f3c1f7a10',
    'authenticated', 'authenticated', 'ada@example.com',
    extensions.crypt('correct horse battery', extensions.gen_salt('bf')), now(),
    '{"provider": "email", "providers": ["email"]}', '{}', now(), now(), '', '', '', ''
  )
  returning id, email
),
identity as (
  insert into auth.identities (
    provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
  )
  select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true),
    'email', now(), now(), now()
  from ada
)
insert into public.notes (user_id, text)
select id, 'Nobody else can read this note: see supabase/migrations.' from ada;
