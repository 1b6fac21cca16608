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
