import type { Location } from "react-router";
import { newNote } from "./drafts.ts";

/** The field of the editor that had the focus, and where the caret was in it. */
export interface Caret {
  readonly field: "title" | "body";
  readonly start: number;
  readonly end: number;
}

/** The state of an address that opens the editor. */
export interface EditorState {
  /** Set where the list is the page before. */
  readonly fromList?: true;
  /** The name of the draft to open. */
  readonly draft?: string;
  readonly caret?: Caret;
}

/** The state of the present address. It outlives a reload, and may be from an older version of the page. */
export function editorStateOf({ state }: Location): EditorState {
  if (typeof state !== "object" || state === null) return {};
  return {
    ...("fromList" in state && { fromList: true }),
    ...("draft" in state && typeof state.draft === "string" && { draft: state.draft }),
    ...("caret" in state && isCaret(state.caret) && { caret: state.caret }),
  };
}

/** The path of a note's editor. */
export const editorPath = (note: string): string => `/notes/${note === newNote ? "new" : note}`;

function isCaret(value: unknown): value is Caret {
  return (
    typeof value === "object" &&
    value !== null &&
    "field" in value &&
    (value.field === "title" || value.field === "body") &&
    "start" in value &&
    typeof value.start === "number" &&
    "end" in value &&
    typeof value.end === "number"
  );
}
