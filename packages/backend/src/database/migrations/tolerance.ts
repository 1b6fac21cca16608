import type { DatabaseError } from "../errors.ts";

/** The platform's schemas, which a hosted project has before its first migration. */
const platformSchemas =
  "auth|storage|realtime|vault|net|graphql|graphql_public|extensions|pgbouncer|supabase_functions";

/** PostgreSQL's codes for an object that already exists, and for a missing object. */
const alreadyExistsCodes = /^(42710|42P06|42P07|42723)$/;
const missingCodes = /^(42P01|42883|42704|42703)$/;

const tolerableStatements: readonly { readonly pattern: RegExp; readonly code: RegExp }[] = [
  {
    pattern: new RegExp(String.raw`^create\s+schema\s+"?(${platformSchemas})"?(?!\w)`, "i"),
    code: alreadyExistsCodes,
  },
  // Triggers and a table of prefixes in the `storage` schema of other releases of the hosted service.
  {
    pattern: /^(create|drop)\s+(or\s+replace\s+)?trigger\b[^']*\son\s+"?storage"?\s*\./i,
    code: /^(42710|42883|42P01|42704)$/,
  },
  {
    pattern:
      /^(create|drop|alter|grant|revoke|comment)\b[^']*"?storage"?\s*\.\s*"?prefixes"?(?!\w)/i,
    code: missingCodes,
  },
  {
    pattern:
      /^(drop|alter|grant|revoke|comment)\b[^']*\sfunction\s[^']*"?storage"?\s*\.\s*"?\w*prefix\w*"?/i,
    code: missingCodes,
  },
  // An extension that only `supabase db lint` needs. Dumps of hosted projects create it. `portico db lint` works
  // without it.
  {
    pattern:
      /^(create|drop|alter|comment\s+on)\s+extension\s+(if\s+(not\s+)?exists\s+)?"?plpgsql_check"?(?!\w)/i,
    code: /^(0A000|58P01|42704)$/,
  },
];

/**
 * Returns whether the refusal of a statement can be ignored because it concerns the platform's own schemas. `supabase
 * db pull` writes such statements for a hosted project on another release.
 */
export const isTolerable = (text: string, { code }: Pick<DatabaseError, "code">): boolean =>
  tolerableStatements.some(
    (tolerable) => tolerable.pattern.test(text) && tolerable.code.test(code),
  );

/** Returns whether {@link isTolerable} can be true for a statement, before its error is known. */
export const mayBeTolerable = (text: string): boolean =>
  tolerableStatements.some(({ pattern }) => pattern.test(text));
