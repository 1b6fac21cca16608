import { type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import { useErrorText } from "../../auth/error-text.ts";
import { DataFailure } from "../../data/failure.ts";
import { useHasFiles } from "../../data/files.ts";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { usePerson } from "../../shell/person.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { type AttachmentsHandle, AttachmentsPanel } from "../attachments/attachments-panel.tsx";
import { AttachmentsToRead } from "../attachments/attachments-to-read.tsx";
import { DraftNews } from "../drafts/draft-news.tsx";
import type { DraftSlot } from "../drafts/drafts.ts";
import type { Caret } from "../drafts/editor-address.ts";
import { useDiscard } from "../drafts/use-discard.ts";
import { useDraft } from "../drafts/use-draft.ts";
import { Company } from "../live/company.tsx";
import { ConnectionLine } from "../live/connection-line.tsx";
import { limits } from "../queries/notes.ts";
import { Outdated, useSaveNote } from "../queries/use-notes.ts";
import { Sharing } from "../sharing/sharing.tsx";
import { useCaret } from "./use-caret.ts";
import { useServerReturn } from "./use-server-return.ts";

interface NoteFormProps {
  /** Null for a new one. */
  note: Note | null;
  /** True when it was deleted, or is no longer shared with the caller. */
  isGone: boolean;
  /** Where its unsaved text is kept. */
  slot: DraftSlot;
  /** Called when the slot may have got another name. */
  onWritten: () => void;
  /** Leaves the draft for later and begins with an empty one. */
  startAnother?: (() => void) | undefined;
  /** Where to go on writing; undefined where that is not known. */
  caret?: Caret | undefined;
  done: () => void;
}

/** Why a note was not saved. */
interface Complaint {
  readonly text: string;
  /** True where the server did not answer: it goes when the server is back. */
  readonly isPassing?: boolean;
}

/** The fields of a note, and the buttons that save or discard it. */
export function NoteForm(props: NoteFormProps) {
  const { note, isGone, slot, startAnother, done } = props;
  const words = useWords().editor;
  const saved = useWords().notes.saved;
  const say = useSay();
  const person = usePerson();
  const save = useSaveNote(isGone ? null : note);
  const hasFiles = useHasFiles();
  const files = useRef<AttachmentsHandle>(null);
  const editing = useDraft(note, slot);
  const { draft, isDirty, since } = editing;
  const discard = useDiscard();
  const textOf = useErrorText();
  const isOwn = !note || isGone || note.user_id === person.id;
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const { title, body, ...caret } = useCaret(props.caret);
  const ids = { title: useId(), body: useId(), complaint: useId() };
  const over = draft.body.length - limits.body;

  const change = (part: Parameters<typeof editing.change>[0]) => {
    editing.change(part);
    props.onWritten();
    setComplaint(null);
  };
  useServerReturn(complaint?.isPassing === true, () => setComplaint(null));

  const submit = () => {
    if (save.isPending || over > 0) return;
    if (!draft.title.trim() && !draft.body.trim()) {
      setComplaint({ text: words.blank });
      caret.focusTitle();
      return;
    }
    setComplaint(null);
    save.mutate(
      { draft, since },
      {
        onSuccess: ({ id }) => {
          slot.forget();
          files.current?.onSaved(id);
          say({ text: saved });
          done();
        },
        // The note's fate is said above the text.
        onError: (error) =>
          setComplaint(
            error instanceof Outdated
              ? null
              : {
                  text: textOf(error),
                  isPassing: error instanceof DataFailure && error.unanswered,
                },
          ),
      },
    );
  };

  return (
    <form
      className="note-form"
      aria-busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => saves(event) && submit()}
    >
      <DraftNews editing={editing} isGone={isGone} startAnother={startAnother} />
      {note && !isGone && <Company note={note} />}
      <ConnectionLine />
      <div className="note-form-fields">
        <label className="visually-hidden" htmlFor={ids.title}>
          {words.title}
        </label>
        <input
          id={ids.title}
          {...title}
          className="note-form-title"
          dir="auto"
          value={draft.title}
          placeholder={words.titlePlaceholder}
          maxLength={limits.title}
          autoComplete="off"
          // A new note is there to be written; one that exists may only be read.
          data-first-focus={note || caret.isKnown ? title["data-first-focus"] : ""}
          aria-invalid={complaint?.text === words.blank}
          aria-describedby={complaint ? ids.complaint : undefined}
          onChange={(event) => change({ title: event.target.value })}
        />
        <label className="visually-hidden" htmlFor={ids.body}>
          {words.body}
        </label>
        <textarea
          id={ids.body}
          {...body}
          className="note-form-body"
          dir="auto"
          value={draft.body}
          placeholder={words.bodyPlaceholder}
          aria-invalid={over > 0}
          aria-describedby={complaint || over > 0 ? ids.complaint : undefined}
          onChange={(event) => change({ body: event.target.value })}
        />
      </div>
      {hasFiles && !isGone && (
        <Suspense>
          {note && !isOwn ? (
            <AttachmentsToRead note={note.id} />
          ) : (
            <AttachmentsPanel ref={files} note={note?.id ?? null} />
          )}
        </Suspense>
      )}
      {note && !isGone && <Sharing note={note} onLeft={done} />}
      <div className="note-form-buttons">
        <ComplaintLine id={ids.complaint} over={over} text={complaint?.text} />
        {isOwn && (
          <label className="check">
            <input
              type="checkbox"
              checked={draft.pinned}
              onChange={(event) => change({ pinned: event.target.checked })}
            />
            {words.pin}
          </label>
        )}
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            const restoreFiles = files.current?.onDiscarded();
            if (isDirty || restoreFiles) {
              const { name } = slot;
              const at = Date.now();
              discard(
                { ...draft, ...(since && { since }), note: slot.note, name, at },
                { caret: caret.lastCaret(), restoreFiles },
              );
            }
            done();
          }}
        >
          {words.cancel}
        </button>
        <button
          type="submit"
          className="button button-primary"
          aria-disabled={save.isPending || over > 0}
          title={words.shortcut}
        >
          {save.isPending ? words.saving : words.save}
        </button>
      </div>
    </form>
  );
}

/** The reason why the note cannot be saved. */
function ComplaintLine(props: { id: string; over: number; text: string | undefined }) {
  const { id, over, text } = props;
  const words = useWords().editor;
  const format = useFormat();
  const shown = over > 0 ? words.tooLong(format.number(over)) : text;
  return (
    <div role="alert">
      {shown && (
        <p id={id} className="message message-danger">
          {shown}
        </p>
      )}
    </div>
  );
}

/** Ctrl or Command with Enter saves from anywhere in the form. */
function saves(event: KeyboardEvent): boolean {
  return (
    event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing
  );
}
