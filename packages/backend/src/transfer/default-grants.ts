/**
 * Takes back what every database of the platform grants on new objects of `public`, for a script that creates objects
 * and then grants what each of them grants. Without it, a table or function that is closed to `anon` would be open in
 * the database that loads the script: pg_dump writes no REVOKE for a role that never had a right.
 *
 * pg_dump writes the default privileges of its own database after the objects.
 */
export const withoutDefaultGrants: readonly string[] = [
  `REVOKE ALL ON SCHEMA "public" FROM "anon", "authenticated", "service_role";`,
  ...["TABLES", "SEQUENCES", "FUNCTIONS"].map(
    (kind) =>
      `ALTER DEFAULT PRIVILEGES IN SCHEMA "public" REVOKE ALL ON ${kind} FROM "anon", "authenticated", "service_role";`,
  ),
];
