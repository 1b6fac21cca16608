"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { en } from "../i18n/en.ts";
import { failureOf } from "./failure.ts";
import { type Failure, idle, reduce, type Submission, type SubmissionEvent } from "./submission.ts";

/** A submission as a component sees it. */
export interface SubmissionHandle {
  /** Where it stands. */
  readonly state: Submission;
  /** Whether the thing of this name is being sent. */
  sending(source: string): boolean;
  /**
   * Does the work and follows it to its end: what it returns is the confirmation to show, what it
   * throws is shown as a failure. Pressed again while it runs, it does nothing. Never rejects.
   */
  run(source: string, work: () => Promise<string | undefined>): Promise<void>;
  /** Takes a failure back, since someone types. */
  edit(): void;
  /** Starts afresh: running work becomes stale, and only this confirmation (if any) shows. */
  reset(confirmation?: string): void;
  /** Shows a failure that no work of this page had. */
  fail(error: unknown): void;
}

/**
 * The mechanism behind every view, for forms of your own: one submission at a time, with loading,
 * confirmation and failure, safe against double clicks, late answers and work that throws.
 *
 * @example
 * const submission = useSubmission();
 * const send = () =>
 *   submission.run("newsletter", async () => {
 *     const { error } = await client.auth.signInWithOtp({ email });
 *     if (error) throw error;
 *     return "Check your email";
 *   });
 */
export function useSubmission(
  explain: (error: unknown) => Failure = (error) => failureOf(error, en),
): SubmissionHandle {
  const [state, setState] = useState<Submission>(idle);
  // The truth is kept outside the rendered state: two clicks in one frame see the same render.
  const current = useRef(state);
  const explaining = useRef(explain);
  useEffect(() => {
    explaining.current = explain;
  });

  const apply = useCallback((event: SubmissionEvent) => {
    const before = current.current;
    current.current = reduce(before, event);
    if (current.current !== before) setState(current.current);
    return current.current !== before;
  }, []);

  const actions = useMemo(
    () => ({
      async run(source: string, work: () => Promise<string | undefined>) {
        if (!apply({ type: "send", source })) return;
        const { attempt } = current.current;
        try {
          const confirmation = await work();
          apply({ type: "succeed", attempt, confirmation });
        } catch (error) {
          apply({ type: "fail", attempt, failure: explaining.current(error) });
        }
      },
      edit: () => void apply({ type: "edit" }),
      reset: (confirmation?: string) => void apply({ type: "reset", confirmation }),
      fail: (error: unknown) =>
        void apply({
          type: "fail",
          attempt: current.current.attempt,
          failure: explaining.current(error),
        }),
    }),
    [apply],
  );

  return {
    state,
    sending: (source) => state.phase === "sending" && state.source === source,
    ...actions,
  };
}
