/**
 * Returns warnings about REST API settings that a migration sets on a role. On a PostgreSQL server, roles are shared,
 * so such a setting also affects every other database and project.
 */
export function warnOfSharedRoleSettings(files: readonly { readonly sql: string }[]): string[] {
  const statement = /^[ \t]*alter\s+(?:role|user)\s+("[^"]+"|\w+)\s+set\s+"?(pgrst\.\w+)"?/gim;
  const statements = files.flatMap(({ sql }) =>
    [...sql.matchAll(statement)].map(([, role, setting]) => `alter role ${role} set ${setting}`),
  );
  return [...new Set(statements)].map(
    (statementStart) =>
      `"${statementStart} …" affects all databases of the server. For this database only: "${statementStart.replace(" set ", " in database … set ")} …".`,
  );
}
