import { createContext, type MouseEvent, useContext } from "react";
import type { Words } from "../i18n/en.ts";
import type { ViewType } from "../view-names.ts";
import type { SubmissionHandle } from "./use-submission.ts";

/** What the parts of one form share, whichever view is shown. */
export interface Card {
  readonly words: Words;
  readonly submission: SubmissionHandle;
  /** The ids of the heading that names the form, and of the message that says what is wrong. */
  readonly headingId: string;
  readonly errorId: string;
  /** The e-mail typed in the view before. */
  readonly email: string;
  /** Answers a click on a link to a view. */
  follow(event: MouseEvent<HTMLAnchorElement>, view: ViewType): void;
}

export const CardContext = createContext<Card | undefined>(undefined);

export function useCard(): Card {
  const card = useContext(CardContext);
  if (!card) throw new Error("A part of the form must be used within the form.");
  return card;
}
