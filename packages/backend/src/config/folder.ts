/** A project folder, which holds `supabase/`. Paths in it are relative, as messages name them, or absolute. */
export interface ProjectFolder {
  /** @throws {ConfigError} when there is no such folder */
  requireExistence(): Promise<void>;
  /** True for a path in the project, also when its links are followed. */
  contains(path: string): Promise<boolean>;
  /**
   * The text of a file; undefined when there is none.
   *
   * @throws {ConfigError} when it exists and cannot be read
   */
  read(path: string): Promise<string | undefined>;
  /**
   * The names in a folder, sorted by their bytes; empty when the folder is absent.
   *
   * @throws {ConfigError} when it exists and cannot be read
   */
  list(path: string): Promise<readonly Entry[]>;
  /** The files below `supabase/` that a pattern matches, sorted by their paths from the project folder. */
  match(pattern: string): Promise<readonly string[]>;
}

/** A name in a folder. */
export interface Entry {
  readonly name: string;
  isDirectory(): boolean;
}

/** True for a pattern that is the path of one file. */
export const isPlainPath = (pattern: string) => /^[\w./-]+$/.test(pattern);
