/**
 * Returns warnings about settings of the REST API that a project gives to a role. On a PostgreSQL server they
 * apply to every database, and so to every other project.
 */
export function sharedRoleSettings(files: readonly { readonly sql: string }[]): string[] {
  const statement = /^[ \t]*alter\s+(?:role|user)\s+("[^"]+"|\w+)\s+set\s+"?(pgrst\.\w+)"?/gim;
  const found = files.flatMap(({ sql }) =>
    [...sql.matchAll(statement)].map(([, role, setting]) => `alter role ${role} set ${setting}`),
  );
  return [...new Set(found)].map(
    (names) =>
      `"${names} …" holds in all databases of the server. For this one alone: "${names.replace(" set ", " in database … set ")} …".`,
  );
}
