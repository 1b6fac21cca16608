import type { MouseEvent, ReactNode } from "react";
import { useFormat } from "../../i18n/format.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { NextIcon, PreviousIcon } from "../../icons/signed-in.tsx";
import { lastPage, rowRange } from "../queries/paging.ts";

/** Shows which notes are listed and how many there are, with buttons for the other pages. */
export function Pagination(props: {
  page: number;
  total: number;
  goToPage: (page: number) => void;
}) {
  const { page, total } = props;
  const texts = useTexts().notes.pages;
  const format = useFormat();
  const { from: firstRow, to: lastRow } = rowRange(page);
  const lastPageNumber = lastPage(total);

  const turnPage = (step: 1 | -1) => (event: MouseEvent) => {
    props.goToPage(page + step);
    // With the keyboard, the focus stays on the button, so do not scroll away from it.
    if (event.detail > 0) scrollTo({ top: 0 });
  };

  return (
    <nav className="pages" aria-label={texts.label}>
      {lastPageNumber > 1 && (
        <PageButton isEnabled={page > 1} onTurn={turnPage(-1)}>
          <PreviousIcon />
          {texts.previous}
        </PageButton>
      )}
      <p aria-live="polite">
        {texts.range(
          format.number(firstRow + 1),
          format.number(Math.min(lastRow + 1, total)),
          format.number(total),
        )}
      </p>
      {lastPageNumber > 1 && (
        <PageButton isEnabled={page < lastPageNumber} onTurn={turnPage(1)}>
          {texts.next}
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
