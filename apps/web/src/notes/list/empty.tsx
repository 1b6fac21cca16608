import { Link } from "react-router";
import { useErrorText } from "../../auth/error-text.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { PlusIcon } from "../../icons/signed-in.tsx";
import { Notice } from "../../shell/notice.tsx";

/** The message for a user without notes. */
export function NoNotes() {
  const texts = useTexts();
  return (
    <Notice
      level={2}
      picture={<EmptyPageDrawing />}
      title={texts.notes.emptyTitle}
      text={texts.notes.emptyText}
    >
      <Link className="button" to="/notes/new" state={{ fromList: true }}>
        <PlusIcon />
        {texts.notes.writeFirst}
      </Link>
    </Notice>
  );
}

/** The message for a search without results. */
export function NothingFound({ search, clear }: { search: string; clear: () => void }) {
  const texts = useTexts();
  return (
    <Notice
      level={2}
      title={texts.notes.nothingFoundTitle(search)}
      text={texts.notes.nothingFoundText}
      action={{ label: texts.notes.clearSearch, run: clear }}
    />
  );
}

/** The message if the notes could not be loaded. */
export function NotesFailed({ error, retry }: { error: Error; retry: () => void }) {
  const texts = useTexts();
  const textOf = useErrorText();
  return (
    <Notice
      level={2}
      role="alert"
      title={texts.notes.failedTitle}
      text={textOf(error)}
      action={{ label: texts.tryAgain, run: retry }}
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
