import type { Location } from "react-router";
import { newNote } from "./drafts.ts";

/** The focused field of the editor and the selection in it. */
export interface Caret {
  readonly field: "title" | "body";
  readonly start: number;
  readonly end: number;
}

/** The history state of an address that opens the editor. */
export interface EditorState {
  /** Set if the list is the previous history entry. */
  readonly fromList?: true;
  /** The name of the draft to open. */
  readonly draft?: string;
  readonly caret?: Caret;
}

/** Returns the history state of an address. The state survives reloads, so an older version may have written it. */
export function editorStateOf({ state }: Location): EditorState {
  if (typeof state !== "object" || state === null) return {};
  return {
    ...("fromList" in state && { fromList: true }),
    ...("draft" in state && typeof state.draft === "string" && { draft: state.draft }),
    ...("caret" in state && isCaret(state.caret) && { caret: state.caret }),
  };
}

/** Returns the path of a note's editor. */
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
