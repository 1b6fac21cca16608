import { type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import { useErrorText } from "../../auth/error-text.ts";
import { DataFailure } from "../../data/failure.ts";
import { useHasFiles } from "../../data/files.ts";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { type AttachmentsHandle, AttachmentsPanel } from "../attachments/attachments-panel.tsx";
import { ReadOnlyAttachments } from "../attachments/read-only-attachments.tsx";
import { DraftStatus } from "../drafts/draft-status.tsx";
import type { DraftSlot } from "../drafts/drafts.ts";
import type { Caret } from "../drafts/editor-address.ts";
import { useDiscard } from "../drafts/use-discard.ts";
import { useDraft } from "../drafts/use-draft.ts";
import { ConnectionMessage } from "../live/connection-message.tsx";
import { Presence } from "../live/presence.tsx";
import { noteLimits } from "../queries/notes.ts";
import { OutdatedNoteError, useSaveNote } from "../queries/use-notes.ts";
import { Sharing } from "../sharing/sharing.tsx";
import { useCaret } from "./use-caret.ts";
import { useServerRecovery } from "./use-server-recovery.ts";

interface NoteFormProps {
  /** The note; null for a new one. */
  note: Note | null;
  /** True if the note was deleted or is no longer shared with the user. */
  isGone: boolean;
  /** The draft of this editor. */
  slot: DraftSlot;
  /** Called when the draft may have been renamed. */
  onWritten: () => void;
  /** Keeps the draft for later and starts an empty one. */
  startAnother?: (() => void) | undefined;
  /** The initial position of the caret. */
  caret?: Caret | undefined;
  onDone: () => void;
}

/** The reason why a note was not saved. */
interface SaveError {
  readonly text: string;
  /** True if the server did not respond. The message disappears when the server is back. */
  readonly isTemporary?: boolean;
}

/** The form of a note. */
export function NoteForm(props: NoteFormProps) {
  const { note, isGone, slot, startAnother, onDone } = props;
  const texts = useTexts().editor;
  const savedText = useTexts().notes.saved;
  const showToast = useShowToast();
  const user = useSignedInUser();
  const save = useSaveNote(isGone ? null : note);
  const hasFiles = useHasFiles();
  const files = useRef<AttachmentsHandle>(null);
  const editing = useDraft(note, slot);
  const { draft, isDirty, since } = editing;
  const discard = useDiscard();
  const textOf = useErrorText();
  const isOwner = !note || isGone || note.user_id === user.id;
  const [saveError, setSaveError] = useState<SaveError | null>(null);
  const { title, body, ...caret } = useCaret(props.caret);
  const ids = { title: useId(), body: useId(), error: useId() };
  const excess = draft.body.length - noteLimits.body;

  const change = (changes: Parameters<typeof editing.change>[0]) => {
    editing.change(changes);
    props.onWritten();
    setSaveError(null);
  };
  useServerRecovery(saveError?.isTemporary === true, () => setSaveError(null));

  const submit = () => {
    if (save.isPending || excess > 0) return;
    if (!draft.title.trim() && !draft.body.trim()) {
      setSaveError({ text: texts.blank });
      caret.focusTitle();
      return;
    }
    setSaveError(null);
    save.mutate(
      { draft, since },
      {
        onSuccess: ({ id }) => {
          slot.remove();
          files.current?.onSaved(id);
          showToast({ text: savedText });
          onDone();
        },
        // An outdated note needs no message here, because DraftStatus shows one.
        onError: (error) =>
          setSaveError(
            error instanceof OutdatedNoteError
              ? null
              : {
                  text: textOf(error),
                  isTemporary: error instanceof DataFailure && error.isUnreachable,
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
      onKeyDown={(event) => isSaveShortcut(event) && submit()}
    >
      <DraftStatus editing={editing} isGone={isGone} startAnother={startAnother} />
      {note && !isGone && <Presence note={note} />}
      <ConnectionMessage />
      <div className="note-form-fields">
        <label className="visually-hidden" htmlFor={ids.title}>
          {texts.title}
        </label>
        <input
          id={ids.title}
          {...title}
          className="note-form-title"
          dir="auto"
          value={draft.title}
          placeholder={texts.titlePlaceholder}
          maxLength={noteLimits.title}
          autoComplete="off"
          // An existing note is often only read, so do not focus a field.
          data-first-focus={note || caret.hasPosition ? title["data-first-focus"] : ""}
          aria-invalid={saveError?.text === texts.blank}
          aria-describedby={saveError ? ids.error : undefined}
          onChange={(event) => change({ title: event.target.value })}
        />
        <label className="visually-hidden" htmlFor={ids.body}>
          {texts.body}
        </label>
        <textarea
          id={ids.body}
          {...body}
          className="note-form-body"
          dir="auto"
          value={draft.body}
          placeholder={texts.bodyPlaceholder}
          aria-invalid={excess > 0}
          aria-describedby={saveError || excess > 0 ? ids.error : undefined}
          onChange={(event) => change({ body: event.target.value })}
        />
      </div>
      {hasFiles && !isGone && (
        <Suspense>
          {note && !isOwner ? (
            <ReadOnlyAttachments note={note.id} />
          ) : (
            <AttachmentsPanel ref={files} note={note?.id ?? null} />
          )}
        </Suspense>
      )}
      {note && !isGone && <Sharing note={note} onLeft={onDone} />}
      <div className="note-form-buttons">
        <SaveErrorLine id={ids.error} excess={excess} text={saveError?.text} />
        {isOwner && (
          <label className="check">
            <input
              type="checkbox"
              checked={draft.pinned}
              onChange={(event) => change({ pinned: event.target.checked })}
            />
            {texts.pin}
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
            onDone();
          }}
        >
          {texts.cancel}
        </button>
        <button
          type="submit"
          className="button button-primary"
          aria-disabled={save.isPending || excess > 0}
          title={texts.shortcut}
        >
          {save.isPending ? texts.saving : texts.save}
        </button>
      </div>
    </form>
  );
}

/** Shows why the note cannot be saved. */
function SaveErrorLine(props: { id: string; excess: number; text: string | undefined }) {
  const { id, excess, text } = props;
  const texts = useTexts().editor;
  const format = useFormat();
  const message = excess > 0 ? texts.tooLong(format.number(excess)) : text;
  return (
    <div role="alert">
      {message && (
        <p id={id} className="message message-danger">
          {message}
        </p>
      )}
    </div>
  );
}

/** Returns whether a key press is Ctrl+Enter or Command+Enter. */
function isSaveShortcut(event: KeyboardEvent): boolean {
  return (
    event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing
  );
}
