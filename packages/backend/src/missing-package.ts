/** Returns whether an import failed because a package, or a package that it needs, is not installed. */
export const isPackageMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
