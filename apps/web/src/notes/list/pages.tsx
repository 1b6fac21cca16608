import type { MouseEvent, ReactNode } from "react";
import { useFormat } from "../../i18n/format.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { NextIcon, PreviousIcon } from "../../icons/signed-in.tsx";
import { lastPage, rowsOf } from "../queries/paging.ts";

/** Shows which notes of how many are listed, with buttons for the other pages. */
export function Pages(props: { page: number; total: number; goToPage: (page: number) => void }) {
  const { page, total } = props;
  const words = useWords().notes.pages;
  const format = useFormat();
  const { from, to } = rowsOf(page);
  const last = lastPage(total);

  const turnPage = (step: 1 | -1) => (event: MouseEvent) => {
    props.goToPage(page + step);
    // With the keyboard, the focus stays on the button, so do not scroll away from it.
    if (event.detail > 0) scrollTo({ top: 0 });
  };

  return (
    <nav className="pages" aria-label={words.label}>
      {last > 1 && (
        <PageButton isEnabled={page > 1} onTurn={turnPage(-1)}>
          <PreviousIcon />
          {words.previous}
        </PageButton>
      )}
      <p aria-live="polite">
        {words.range(
          format.number(from + 1),
          format.number(Math.min(to + 1, total)),
          format.number(total),
        )}
      </p>
      {last > 1 && (
        <PageButton isEnabled={page < last} onTurn={turnPage(1)}>
          {words.next}
          <NextIcon />
        </PageButton>
      )}
    </nav>
  );
}

/** Uses aria-disabled instead of disabled, so that the focus is not lost at the first and last page. */
function PageButton(props: {
  isEnabled: boolean;
  onTurn: (event: MouseEvent) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="button"
      aria-disabled={!props.isEnabled}
      onClick={(event) => props.isEnabled && props.onTurn(event)}
    >
      {props.children}
    </button>
  );
}
