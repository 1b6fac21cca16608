/**
 * A project folder, which contains `supabase/`. Paths are absolute, or relative to the folder, as messages show them.
 */
export interface ProjectFolder {
  /** @throws {ConfigError} if the folder does not exist */
  requireExistence(): Promise<void>;
  /** Returns whether a path is in the project, after resolving symbolic links. */
  contains(path: string): Promise<boolean>;
  /** Like {@link contains}, but returns false for the developer's own credentials, secrets and data. */
  isProjectFile(path: string): Promise<boolean>;
  /**
   * Returns the text of a file, or undefined if it does not exist.
   *
   * @throws {ConfigError} if it exists but cannot be read
   */
  read(path: string): Promise<string | undefined>;
  /**
   * Returns a folder's entries in byte order, or an empty list if the folder does not exist.
   *
   * @throws {ConfigError} if it exists but cannot be read
   */
  list(path: string): Promise<readonly Entry[]>;
  /** Returns the files below `supabase/` that match a pattern, sorted by their paths relative to the project folder. */
  match(pattern: string): Promise<readonly string[]>;
}

/** A name in a folder. */
export interface Entry {
  readonly name: string;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** Returns whether a pattern is the path of a single file. */
export const isPlainPath = (pattern: string) => /^[\w./-]+$/.test(pattern);
