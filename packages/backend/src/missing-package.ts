/** Returns whether an import failed because a package, or a package that it needs, is not installed. */
export const isPackageMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";

const versions: Readonly<Record<string, string>> = {
  // Name the version, because npm does not install an alpha release by default.
  "@supabase/pg-delta": "1.0.0-alpha.34",
  // These versions depend on the same release of PGlite. npm refuses to install packages that depend on different ones.
  "@electric-sql/pglite-tools": "0.4.8",
  "@electric-sql/pglite-pgtap": "0.0.9",
  "@electric-sql/pglite-pgvector": "0.0.9",
  "@electric-sql/pglite-postgis": "0.2.8",
};

/** Returns the argument of `npm install` for an optional package, with its version if a specific one is required. */
export function packageToInstall(name: string): string {
  const version = versions[name];
  return version === undefined ? name : `${name}@${version}`;
}
