/** A problem in a function, with the fields of `plpgsql_check` and `supabase db lint`. */
export interface Issue {
  readonly level: "error" | "warning" | "warning extra" | "performance";
  readonly message: string;
  readonly statement?: { readonly lineNumber: string; readonly text?: string };
  readonly query?: { readonly position: string; readonly text: string };
  readonly detail?: string;
  readonly hint?: string;
  readonly context?: string;
  readonly sqlState?: string;
}

/** A function with issues. */
export interface LintResult {
  readonly function: string;
  readonly issues: readonly Issue[];
}

/** Returns whether an issue has at least this level. Everything except an error is treated as a warning. */
export const isAtLeast = ({ level }: Issue, minLevel: "warning" | "error"): boolean =>
  minLevel === "warning" || level === "error";
