/**
 * Warns of settings of the data wire that a project gives to a role everywhere. On a PostgreSQL server they reach
 * every database, and so every other project.
 */
export function sharedRoleSettings(files: readonly { readonly sql: string }[]): string[] {
  const statement = /^[ \t]*alter\s+(?:role|user)\s+("[^"]+"|\w+)\s+set\s+"?(pgrst\.\w+)"?/gim;
  const found = files.flatMap(({ sql }) =>
    [...sql.matchAll(statement)].map(([, role, setting]) => `alter role ${role} set ${setting}`),
  );
  return [...new Set(found)].map(
    (given) =>
      `"${given} …" holds in all databases of the server. For this one alone: "${given.replace(" set ", " in database … set ")} …".`,
  );
}
