import { call } from "./call.ts";
import type { RunAs } from "./rows.ts";

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

export type Clause =
  | {
      readonly kind: "and" | "or" | "not";
      readonly value: boolean | null;
      readonly members: readonly Clause[];
    }
  | {
      readonly kind: "leaf";
      readonly text: string;
      readonly value: boolean | null;
      readonly error: string | null;
      readonly operands: readonly { readonly text: string; readonly value: string | null }[];
      readonly subselects: readonly {
        readonly text: string;
        readonly rows: readonly string[] | null;
        readonly unfilteredRows: readonly string[] | null;
      }[];
    };

export interface Explanation {
  readonly verdict: string;
  readonly cause: string;
  readonly request: string;
  readonly response: { readonly status: number | null; readonly rows: number | null };
  readonly caller: {
    readonly name: string;
    readonly role: string;
    readonly claims: Readonly<Record<string, unknown>>;
  };
  readonly details: readonly string[];
  readonly remedies: readonly string[];
  readonly notes: readonly string[];
  readonly policies: readonly {
    readonly table: string;
    readonly name: string;
    readonly isPermissive: boolean;
    readonly command: string;
    readonly roles: readonly string[];
    readonly applies: boolean;
    readonly using: string | null;
    readonly withCheck: string | null;
  }[];
  readonly rows: readonly {
    readonly table: string;
    readonly row: Readonly<Record<string, unknown>>;
    readonly isNew: boolean;
    readonly policies: readonly {
      readonly policy: string;
      readonly command: string;
      readonly isPermissive: boolean;
      readonly part: string;
      readonly value: boolean | null;
      readonly error: string | null;
      readonly clause: Clause;
    }[];
  }[];
}

export const explain = (question: WhyQuestion, signal: AbortSignal) =>
  call<Explanation>("/why", { body: question, signal });

export const writeTestOf = (question: WhyQuestion, expects: "present" | "wanted") =>
  call<{ readonly text: string }>("/why/test", { body: { ...question, expects } });
