import { call } from "./call.ts";

/** A finding of `portico db advisors`. */
export interface Finding {
  readonly name: string;
  readonly title: string;
  readonly level: "ERROR" | "WARN" | "INFO";
  readonly categories: readonly string[];
  readonly description: string;
  readonly detail: string;
  readonly remediation: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly cache_key: string;
  readonly fix: string | null;
}

export const getAdvice = () =>
  call<{ readonly count: number; readonly findings: readonly Finding[] }>("/advice");

/** A finding of `portico doctor`. */
export interface DoctorFinding {
  readonly severity: "wrong" | "doubtful";
  readonly cause: string;
  readonly fix: string;
}

export const getDoctor = () =>
  call<{ readonly count: number; readonly findings: readonly DoctorFinding[] }>("/advice/doctor");

/** A statement and how long its runs took. */
export interface StatementTimes {
  readonly text: string;
  readonly calls: number;
  readonly meanMs: number;
  readonly maxMs: number;
  readonly totalMs: number;
  readonly request: { readonly id: number; readonly method: string; readonly path: string } | null;
}

export const getStatements = () =>
  call<{
    readonly requests: readonly StatementTimes[];
    readonly database: readonly StatementTimes[] | null;
  }>("/advice/statements");

export interface TableGrowth {
  readonly schema: string;
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly grownBytes: number | null;
  readonly grownRows: number | null;
  readonly isOwn: boolean;
}

export const getSizes = () =>
  call<{ readonly since: string; readonly tables: readonly TableGrowth[] }>("/advice/sizes");
