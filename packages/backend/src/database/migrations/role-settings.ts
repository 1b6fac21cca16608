/**
 * Returns warnings about settings of the REST API that a migration sets on a role. On a PostgreSQL server, roles are
 * shared, so such a setting also affects every other database and project.
 */
export function sharedRoleSettings(files: readonly { readonly sql: string }[]): string[] {
  const statement = /^[ \t]*alter\s+(?:role|user)\s+("[^"]+"|\w+)\s+set\s+"?(pgrst\.\w+)"?/gim;
  const found = files.flatMap(({ sql }) =>
    [...sql.matchAll(statement)].map(([, role, setting]) => `alter role ${role} set ${setting}`),
  );
  return [...new Set(found)].map(
    (names) =>
      `"${names} …" affects all databases of the server. For this database only: "${names.replace(" set ", " in database … set ")} …".`,
  );
}
