"use client";

import { useEffect, useRef, useState } from "react";
import { en } from "../i18n/en.ts";
import { failureOf } from "./failure.ts";
import {
  type Failure,
  idle,
  type Submission,
  type SubmissionActions,
  submissionOf,
  type Told,
} from "./submission.ts";

/** A submission as a component sees it. */
export interface SubmissionHandle extends SubmissionActions {
  /** Where it stands. */
  readonly state: Submission;
  /** True when the thing of this name is being sent. */
  sending(source: string): boolean;
  /** The attributes of the button that sends the thing of this name. */
  busy(source: string): { disabled: boolean; "aria-busy": true | undefined };
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
  const [state, setState] = useState(idle);
  const explaining = useRef(explain);
  useEffect(() => {
    explaining.current = explain;
  });
  const [actions] = useState(() => submissionOf((error) => explaining.current(error), setState));
  const told: Told = state;
  const sending = (source: string) => told.source === source;
  return {
    ...actions,
    state,
    sending,
    busy: (source) => ({ disabled: sending(source), "aria-busy": sending(source) || undefined }),
  };
}
