/** A difference between this server and the hosted service that affects the project. */
export interface Difference {
  /** "fails" means that a push or the application would fail; "differs" may be intended. */
  readonly severity: "fails" | "differs";
  readonly cause: string;
  readonly fix: string;
}

export const failure = (cause: string, fix: string): Difference => ({
  severity: "fails",
  cause,
  fix,
});
export const difference = (cause: string, fix: string): Difference => ({
  severity: "differs",
  cause,
  fix,
});

/** The parts of the project that the commands of the Supabase CLI would push. */
export interface PushedParts {
  /** Files that `supabase db push` applies. */
  readonly migrations: readonly string[];
  /** The names in `[db.vault]`, which `supabase db push` writes to Vault. */
  readonly secrets: readonly string[];
  /** Files that `supabase db push --include-seed` applies. */
  readonly seeds: readonly string[];
  /** Sections of config.toml that `supabase config push` applies. */
  readonly config: readonly string[];
  /** Functions that `supabase functions deploy` deploys. */
  readonly functions: readonly string[];
  /** Buckets that `supabase seed buckets --linked` creates. */
  readonly buckets: readonly string[];
}

/** The amount of data in the project's database. Only a part of it can be moved. */
export interface MovingData {
  readonly users: number;
  readonly identities: number;
  readonly sessions: number;
  readonly factors: number;
  readonly passkeys: number;
  readonly files: number;
  readonly fileBytes: number;
  readonly secrets: number;
}

export interface Rehearsal {
  readonly differences: readonly Difference[];
  readonly pushed: PushedParts;
  /** The data in the project's database, or undefined before a database exists. */
  readonly data: MovingData | undefined;
}
