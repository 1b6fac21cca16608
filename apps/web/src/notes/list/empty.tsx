import { Link } from "react-router";
import { useErrorText } from "../../auth/error-text.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { PlusIcon } from "../../icons/signed-in.tsx";
import { Notice } from "../../shell/notice.tsx";

/** Shown if the user has no notes. */
export function NoNotes() {
  const words = useWords();
  return (
    <Notice
      level={2}
      picture={<EmptyPageDrawing />}
      title={words.notes.emptyTitle}
      text={words.notes.emptyText}
    >
      <Link className="button" to="/notes/new" state={{ fromList: true }}>
        <PlusIcon />
        {words.notes.writeFirst}
      </Link>
    </Notice>
  );
}

/** Shown if no note matches the search. */
export function NothingFound({ search, clear }: { search: string; clear: () => void }) {
  const words = useWords();
  return (
    <Notice
      level={2}
      title={words.notes.nothingFoundTitle(search)}
      text={words.notes.nothingFoundText}
      action={{ label: words.notes.clearSearch, run: clear }}
    />
  );
}

/** Shown if the notes could not be loaded. */
export function NotesFailed({ error, retry }: { error: Error; retry: () => void }) {
  const words = useWords();
  const textOf = useErrorText();
  return (
    <Notice
      level={2}
      role="alert"
      title={words.notes.failedTitle}
      text={textOf(error)}
      action={{ label: words.tryAgain, run: retry }}
    />
  );
}

function EmptyPageDrawing() {
  return (
    <svg className="notice-picture" viewBox="0 0 96 72" aria-hidden="true" focusable="false">
      <rect className="picture-back" x="27" y="6" width="46" height="58" rx="6" />
      <rect className="picture-front" x="21" y="10" width="46" height="58" rx="6" />
      <path d="M31 26h20M31 36h26M31 46h14" />
    </svg>
  );
}
