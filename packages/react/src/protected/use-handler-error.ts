"use client";

import { useState } from "react";
import { failureOf } from "../form/failure.ts";
import type { HandlerError } from "../form/handler-state.ts";
import type { Change } from "../form/use-change.ts";
import type { Words } from "../i18n/en.ts";

/**
 * Returns a change that shows the error with which the page was loaded, until the next submission or until the user
 * types.
 */
export function useHandlerError(
  change: Change,
  error: HandlerError | undefined,
  texts: Words,
): Change {
  const [isOver, setIsOver] = useState(false);
  if (!isOver && change.state.phase !== "idle") setIsOver(true);
  if (!error || isOver) return change;
  const failure = failureOf(error, texts);
  const end = () => setIsOver(true);
  return {
    ...change,
    state: { phase: "failed", ...failure, error },
    alert: { ...change.alert, children: failure.message },
    edit: end,
    reset: end,
    field: (name) => ({
      ...change.field(name),
      ...(name === failure.field && { "aria-invalid": true, "aria-describedby": change.alert.id }),
    }),
    form: (source, send) => ({ ...change.form(source, send), onInput: end }),
  };
}
