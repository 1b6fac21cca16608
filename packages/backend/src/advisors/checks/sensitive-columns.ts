import { sql } from "../../database/sql.ts";
import { type Check, lintPage } from "../check.ts";
import { isExposed, isProjectTable, relation, relationType } from "../fragments.ts";

/** The endings of column names that suggest a secret. */
const secretNames = [
  "password",
  "passwd",
  "pwd",
  "passphrase",
  "secret",
  "token",
  "jwt",
  "otp",
  "private_key",
  "secret_key",
  "api_key",
  "apikey",
  "auth_key",
  "access_key",
  "encryption_key",
  "ssh_key",
  "session_id",
  "auth_code",
  "recovery_codes?",
  "backup_codes?",
  "verification_code",
  "ssn",
  "social_security(_number)?",
  "passport_number",
  "national_id",
  "tax_id",
  "drivers?_license",
  "credit_card(_number)?",
  "card_number",
  "cvv",
  "cvc",
  "iban",
  "bank_account(_number)?",
  "account_number",
  "routing_number",
  "medical_record",
];

const pattern = `(^|[_-])(${secretNames.join("|")})([_-](hash|digest|encrypted|plain))?$`;

export const sensitiveColumns: Check = {
  name: "sensitive_columns_exposed",
  remediation: lintPage("0023_sensitive_columns_exposed"),
  title: "Column with a secret name in the API",
  level: "ERROR",
  category: "SECURITY",
  description:
    "The name of the column suggests a secret, and everyone who has the public key may select it in every row.",
  // All rows can be read if the table has no row-level security, or a policy whose condition is true. A privilege on the
  // table includes every column, so the fix replaces it with privileges on the other columns.
  statement: ({ exposedSchemas }) => sql`
    with sensitive as (
      select c.oid, array_agg(a.attname::text order by a.attnum) as columns,
        array_agg(distinct role order by role) as roles
      from pg_catalog.pg_class as c
        join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
        join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        cross join lateral (
          select role from unnest(array['anon', 'authenticated']) as role
          where has_column_privilege(role, c.oid, a.attnum, 'select')
            and (not c.relrowsecurity or exists (
              select from pg_catalog.pg_policy as p
              where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
                and p.polroles && array[0::oid, to_regrole(role)::oid]
                and pg_get_expr(p.polqual, p.polrelid) = 'true'))
        ) as open
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isExposed(exposedSchemas)} and ${isProjectTable}
        and a.atttypid not in (
          'boolean'::regtype, 'date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype)
        and lower(a.attname) ~ ${pattern}
      group by c.oid
    )
    select n.nspname::text as schema, c.relname::text as name, ${relationType} as type,
      format('%s may select %s of all rows of %s.', array_to_string(s.roles, ' and '),
        array_to_string(array(select distinct quote_ident(x) from unnest(s.columns) as x order by 1), ', '),
        ${relation}) as detail,
      format('revoke select on %s from public, anon, authenticated;', ${relation})
        || case when others.columns is null then ''
          else format(E'\ngrant select (%s) on %s to anon, authenticated;', others.columns, ${relation})
        end as fix,
      jsonb_build_object('sensitive_columns',
        array(select distinct x from unnest(s.columns) as x order by 1)) as metadata
    from sensitive as s
      join pg_catalog.pg_class as c using (oid)
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      cross join lateral (
        select string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
        from pg_catalog.pg_attribute as a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attname <> all(s.columns)
          and has_column_privilege('anon', c.oid, a.attnum, 'select')
          and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
      ) as others`,
};
