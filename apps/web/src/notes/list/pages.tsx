import type { MouseEvent, ReactNode } from "react";
import { useFormat } from "../../i18n/format.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { NextIcon, PreviousIcon } from "../../icons/signed-in.tsx";
import { lastPage, rowsOf } from "../queries/paging.ts";

/** Which rows of how many are shown, and the way to the others. */
export function Pages(props: { page: number; total: number; turnTo: (page: number) => void }) {
  const { page, total } = props;
  const words = useWords().notes.pages;
  const format = useFormat();
  const { from, to } = rowsOf(page);
  const last = lastPage(total);

  const turn = (by: 1 | -1) => (event: MouseEvent) => {
    props.turnTo(page + by);
    // A new page is read from its top. The keyboard stays on the button, to turn on from there.
    if (event.detail > 0) scrollTo({ top: 0 });
  };

  return (
    <nav className="pages" aria-label={words.label}>
      {last > 1 && (
        <Turn possible={page > 1} turn={turn(-1)}>
          <PreviousIcon />
          {words.previous}
        </Turn>
      )}
      <p aria-live="polite">
        {words.range(
          format.number(from + 1),
          format.number(Math.min(to + 1, total)),
          format.number(total),
        )}
      </p>
      {last > 1 && (
        <Turn possible={page < last} turn={turn(1)}>
          {words.next}
          <NextIcon />
        </Turn>
      )}
    </nav>
  );
}

/** Stays focusable at either end, so that the focus is not lost on arriving there. */
function Turn(props: {
  possible: boolean;
  turn: (event: MouseEvent) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="button"
      aria-disabled={!props.possible}
      onClick={(event) => props.possible && props.turn(event)}
    >
      {props.children}
    </button>
  );
}
