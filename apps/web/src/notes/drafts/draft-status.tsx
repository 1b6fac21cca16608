import type { ReactNode } from "react";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useTexts } from "../../i18n/translations.tsx";
import type { useDraft } from "./use-draft.ts";

interface DraftStatusProps {
  editing: ReturnType<typeof useDraft>;
  isGone: boolean;
  /** Keeps the draft for later and starts an empty note; undefined for an existing note. */
  startAnother?: (() => void) | undefined;
}

/** Shows how the text in the editor differs from the saved note, and lets the user choose between them. */
export function DraftStatus({ editing, isGone, startAnother }: DraftStatusProps) {
  const { draftKept, discardDraft, startAnother: startAnotherLabel } = useTexts().editor;
  const texts = useSharingTexts().changed;
  const message = () => {
    if (isGone) return texts.gone;
    if (editing.hasConflict) {
      return (
        <>
          {texts.clash} <Choice run={editing.showLatest}>{texts.theirs}</Choice>{" "}
          <Choice run={editing.keepMine}>{texts.mine}</Choice>
        </>
      );
    }
    if (editing.restoreMine) return <Choice run={editing.restoreMine}>{texts.restore}</Choice>;
    if (editing.isRestored) {
      return (
        <>
          {draftKept} <Choice run={editing.showLatest}>{discardDraft}</Choice>
          {startAnother && <Choice run={startAnother}>{startAnotherLabel}</Choice>}
        </>
      );
    }
    return editing.wasMerged && texts.followed;
  };
  const content = message();
  // Screen readers announce what is added to a region, so it exists before its text.
  return (
    <div role="status" data-sticky={isGone || editing.hasConflict}>
      {content && <p className="note-form-draft">{content}</p>}
    </div>
  );
}

function Choice({ run, children }: { run: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="link-button"
      onClick={({ currentTarget }) => {
        // The button disappears, so the focus moves to the text.
        const form = currentTarget.form;
        run();
        form?.querySelector("textarea")?.focus();
      }}
    >
      {children}
    </button>
  );
}
