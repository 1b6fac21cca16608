/** Returns whether an import failed because a package, or a package that it needs, is not installed. */
export const isPackageMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";

const versions: Readonly<Record<string, string>> = {
  // npm installs no alpha release without its number.
  "@supabase/pg-delta": "1.0.0-alpha.34",
  // All of these name the same release of PGlite: npm refuses to install packages for two releases.
  "@electric-sql/pglite-tools": "0.4.8",
  "@electric-sql/pglite-pgtap": "0.0.9",
  "@electric-sql/pglite-pgvector": "0.0.9",
  "@electric-sql/pglite-postgis": "0.2.8",
};

/** Returns what to tell npm to install an optional package: its name, and its version if not every one fits. */
export function packageToInstall(name: string): string {
  const version = versions[name];
  return version === undefined ? name : `${name}@${version}`;
}
