import type pg from "pg";
import type { SignedInUser } from "../instruments/compared-servers.ts";
import type { RowBytes } from "./model.ts";

/** Measures the size of a row on disk, by inserting twenty thousand rows like those of the requests. */
export async function measureRowBytes(
  database: pg.Client,
  { id }: SignedInUser,
): Promise<RowBytes> {
  const bytesPerRow = async (tables: readonly string[], statement: string) => {
    const totalBytes = async () => {
      const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(" + ");
      const { rows } = await database.query(`select ${sizes} as bytes`);
      return Number(rows[0].bytes);
    };
    const bytesBefore = await totalBytes();
    await database.query(statement);
    return ((await totalBytes()) - bytesBefore) / 20_000;
  };
  return {
    user: await bytesPerRow(
      ["auth.users", "auth.identities"],
      `with one as (select * from auth.users where id = '${id}'), made as (
         insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
           last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
         select instance_id, gen_random_uuid(), aud, role, gen_random_uuid() || '@example.com', encrypted_password,
           now(), now(), raw_app_meta_data, raw_user_meta_data, now(), now() from one, generate_series(1, 20000)
         returning id, email)
       insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
         select id, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false),
           'email', now(), now() from made`,
    ),
    session: await bytesPerRow(
      ["auth.sessions", "auth.mfa_amr_claims"],
      `with one as (select * from auth.sessions limit 1), made as (
         insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at, aal, user_agent, ip,
           refresh_token_hmac_key, refresh_token_counter)
         select gen_random_uuid(), user_id, now(), now(), now(), 'aal1',
           repeat('Mozilla/5.0 ', 10), '203.0.113.1', refresh_token_hmac_key, 1 from one, generate_series(1, 20000)
         returning id)
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
         select gen_random_uuid(), id, now(), now(), 'password' from made`,
    ),
    audit: await bytesPerRow(
      ["auth.audit_log_entries"],
      `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
         select instance_id, gen_random_uuid(), payload, now(), ip_address
         from (select * from auth.audit_log_entries order by created_at desc limit 1) as one, generate_series(1, 20000)`,
    ),
    row: await bytesPerRow(
      ["public.cards"],
      `insert into public.cards (owner, board_id, title, body)
         select owner, board_id, title, body from (select * from public.cards limit 1) as one, generate_series(1, 20000)`,
    ),
    object: await bytesPerRow(
      ["storage.objects"],
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
         select bucket_id, gen_random_uuid() || name, owner_id, metadata
         from (select * from storage.objects limit 1) as one, generate_series(1, 20000)`,
    ),
  };
}
