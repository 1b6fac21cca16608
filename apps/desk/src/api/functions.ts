import type { FunctionLine } from "../../../../packages/backend/src/recent-requests/function-log.ts";
import { call } from "./call.ts";

export type { FunctionLine };

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

export const getFunctions = () => call<Functions>("/functions");

export const getFunctionLog = (position: string | undefined, signal: AbortSignal) =>
  call<{ readonly lines: readonly FunctionLine[]; readonly next: string }>(
    `/functions/log${position === undefined ? "" : `?after=${encodeURIComponent(position)}`}`,
    { signal },
  );
