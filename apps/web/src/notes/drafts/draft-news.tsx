import type { ReactNode } from "react";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import type { useDraft } from "./use-draft.ts";

interface DraftNewsProps {
  editing: ReturnType<typeof useDraft>;
  isGone: boolean;
  /** Leaves the draft for later and begins with an empty note; undefined for a note that exists. */
  startAnother?: (() => void) | undefined;
}

/** Says how the text in the editor stands to the note, and lets the person choose between the two. */
export function DraftNews({ editing, isGone, startAnother }: DraftNewsProps) {
  const { draftKept, discardDraft, startAnother: another } = useWords().editor;
  const words = useSharingWords().changed;
  const news = () => {
    if (isGone) return words.gone;
    if (editing.clashes) {
      return (
        <>
          {words.clash} <Choice run={editing.showLatest}>{words.theirs}</Choice>{" "}
          <Choice run={editing.keepMine}>{words.mine}</Choice>
        </>
      );
    }
    if (editing.bringBack) return <Choice run={editing.bringBack}>{words.restore}</Choice>;
    if (editing.restored) {
      return (
        <>
          {draftKept} <Choice run={editing.showLatest}>{discardDraft}</Choice>
          {startAnother && <Choice run={startAnother}>{another}</Choice>}
        </>
      );
    }
    return editing.followed && words.followed;
  };
  const shown = news();
  // The region stands empty from the start: screen readers announce what is put into one they know.
  return (
    <div role="status" data-asks={isGone || editing.clashes}>
      {shown && <p className="note-form-draft">{shown}</p>}
    </div>
  );
}

function Choice({ run, children }: { run: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="link-button"
      onClick={({ currentTarget }) => {
        // The button goes with its question, and the focus to what the question was about.
        const form = currentTarget.form;
        run();
        form?.querySelector("textarea")?.focus();
      }}
    >
      {children}
    </button>
  );
}
