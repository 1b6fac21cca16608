import { useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { TrashIcon } from "../../icons/signed-in.tsx";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { headingOf } from "../queries/notes.ts";
import { draftsOf, newNote, type StoredDraft, subscribeToDrafts } from "./drafts.ts";
import { type EditorState, editorPath } from "./editor-address.ts";
import { useDiscard } from "./use-discard.ts";

/** Lists the drafts of new notes, and those of notes that are not on the current page. */
export function DraftList({ notes }: { notes: readonly Note[] }) {
  const texts = useTexts().notes.drafts;
  const user = useSignedInUser();
  const allDrafts = useSyncExternalStore(subscribeToDrafts, () => draftsOf(user.id));
  const drafts = allDrafts.filter((draft) => !notes.some(({ id }) => id === draft.note));
  if (drafts.length === 0) return null;
  return (
    <ul className="note-list note-drafts" aria-label={texts.label}>
      {drafts.map((draft) => (
        <DraftRow key={draft.note + draft.name} draft={draft} />
      ))}
    </ul>
  );
}

function DraftRow({ draft }: { draft: StoredDraft }) {
  const texts = useTexts().notes;
  const format = useFormat();
  const { search } = useLocation();
  const discard = useDiscard();
  const heading = headingOf(draft, texts.untitled);
  const state: EditorState = { fromList: true, draft: draft.name };
  return (
    <li className="note">
      <div className="note-text">
        <h2>
          <Link to={{ pathname: editorPath(draft.note), search }} state={state} dir="auto">
            {heading}
          </Link>
        </h2>
        <p className="note-date">
          <span className="note-mark">
            {draft.note === newNote ? texts.drafts.new : texts.drafts.mark}
          </span>{" "}
          <time dateTime={new Date(draft.at).toISOString()}>
            {texts.edited(format.ago(new Date(draft.at).toISOString()))}
          </time>
        </p>
      </div>
      <div className="note-buttons">
        <button
          type="button"
          className="icon-button"
          aria-label={texts.drafts.discard(heading)}
          onClick={() => discard(draft)}
        >
          <TrashIcon />
        </button>
      </div>
    </li>
  );
}

/** Marks a note that has a draft. */
export function DraftMark({ note }: { note: string }) {
  const texts = useTexts().notes.drafts;
  const user = useSignedInUser();
  const hasDraft = useSyncExternalStore(subscribeToDrafts, () =>
    draftsOf(user.id).some((draft) => draft.note === note),
  );
  return hasDraft && <span className="note-mark">{texts.mark}</span>;
}
