import { Link } from "react-router";
import { useErrorText } from "../../auth/error-text.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { PlusIcon } from "../../icons/signed-in.tsx";
import { Notice } from "../../shell/notice.tsx";

/** There is no note yet. */
export function NoNotes() {
  const words = useWords();
  return (
    <Notice
      level={2}
      picture={<Page />}
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

/** There are notes, but none that matches. */
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

/** The notes could not be had. */
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

/** A page with nothing on it, drawn. */
function Page() {
  return (
    <svg className="notice-picture" viewBox="0 0 96 72" aria-hidden="true" focusable="false">
      <rect className="picture-back" x="27" y="6" width="46" height="58" rx="6" />
      <rect className="picture-front" x="21" y="10" width="46" height="58" rx="6" />
      <path d="M31 26h20M31 36h26M31 46h14" />
    </svg>
  );
}
