import { call } from "./call.ts";

export interface ProjectFunction {
  readonly name: string;
  readonly entrypoint: string;
  readonly verifyJwt: boolean;
  /** Unix time in milliseconds. */
  readonly startedAt: number | null;
  readonly isRunning: boolean;
  readonly failure: { readonly at: number; readonly ending: "over a limit" | "failed" } | null;
}

export interface Functions {
  readonly isEnabled: boolean;
  readonly hasDeno: boolean;
  readonly functions: readonly ProjectFunction[];
}

export interface FunctionLine {
  readonly id: number;
  readonly at: number;
  readonly function: string;
  readonly level: "error" | "warn" | "info";
  readonly text: string;
}

export const getFunctions = () => call<Functions>("/functions");

export const getFunctionLog = (position: string | undefined, signal: AbortSignal) =>
  call<{ readonly lines: readonly FunctionLine[]; readonly next: string }>(
    `/functions/log${position === undefined ? "" : `?after=${encodeURIComponent(position)}`}`,
    { signal },
  );
