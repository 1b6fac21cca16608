import type {
  EvaluatedClause as Clause,
  Explanation,
} from "../../../../packages/backend/src/why/explanation.ts";
import { call } from "./call.ts";
import type { RunAs } from "./rows.ts";

export type { Clause, Explanation };

/** A request to explain. */
export interface WhyQuestion {
  /** The id of a recent request. Its values are used for the fields that are missing here. */
  readonly request?: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly as?: RunAs;
}

export const explain = (question: WhyQuestion, signal: AbortSignal) =>
  call<Explanation>("/why", { body: question, signal });

export const generateTest = (question: WhyQuestion, expects: "present" | "wanted") =>
  call<{ readonly text: string }>("/why/test", { body: { ...question, expects } });
