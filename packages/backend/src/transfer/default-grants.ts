/**
 * Statements that revoke the platform's default grants on new objects in `public`, for a script that creates objects
 * and then grants their privileges explicitly. Otherwise a table or function that is closed to `anon` would be open in
 * the database that loads the script, because pg_dump does not write a REVOKE for a role that never had a privilege.
 * pg_dump writes the default privileges of its own database after the objects.
 */
export const revokeDefaultGrants: readonly string[] = [
  `REVOKE ALL ON SCHEMA "public" FROM "anon", "authenticated", "service_role";`,
  ...["TABLES", "SEQUENCES", "FUNCTIONS"].map(
    (kind) =>
      `ALTER DEFAULT PRIVILEGES IN SCHEMA "public" REVOKE ALL ON ${kind} FROM "anon", "authenticated", "service_role";`,
  ),
];
