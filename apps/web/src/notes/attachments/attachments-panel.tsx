import "./attachments.css";
import {
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFileWords } from "../../i18n/files/file-words.ts";
import { useFormat } from "../../i18n/format.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { ClipIcon } from "../../icons/signed-in.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { AttachmentRow } from "./attachment-row.tsx";
import { attachmentLimits } from "./attachments.ts";
import { type UploadNews, unsaved } from "./upload-queue.ts";
import { UploadRow } from "./upload-row.tsx";
import { useAttachments, useUploadQueue, useUploads } from "./use-attachments.ts";
import { useComplaintText } from "./use-complaint-text.ts";
import { useIncomingFiles } from "./use-incoming-files.ts";

/** The form of a note, as its files see it. */
export interface AttachmentsHandle {
  /** The note is saved, and this is its id. */
  onSaved(note: string): void;
  /** It is not going to be. Returns what brings back its waiting files; undefined where there are none. */
  onDiscarded(): (() => void) | undefined;
}

/**
 * The files of a note, and those on their way to it. They are dropped on the dialog around it, pasted, or
 * chosen.
 *
 * @param props.note its id; null for a note that is not saved yet, whose files wait for that
 */
export function AttachmentsPanel(props: { note: string | null; ref: Ref<AttachmentsHandle> }) {
  const note = props.note ?? unsaved;
  const all = useWords();
  const words = useFileWords().attachments;
  const format = useFormat();
  const queue = useUploadQueue();
  const uploads = useUploads(queue, note);
  const { data: attached = [], error, isLoading, refetch } = useAttachments(note);
  const [said, setSaid] = useState("");
  const panel = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const title = useId();
  const hint = useId();

  const add = (files: readonly File[]) => {
    setSaid("");
    queue.add(note, files, attached.length);
  };
  const isOver = useIncomingFiles(panel, add);
  useUploadNews(note, setSaid);
  useFocusInside(panel, button);
  useImperativeHandle(props.ref, () => ({
    onSaved: (id) => queue.start(id),
    onDiscarded: () => queue.forgetUnsaved(),
  }));

  return (
    <section className="attachments" aria-labelledby={title} data-over={isOver} ref={panel}>
      <div className="attachments-top">
        <h3 id={title}>{words.title}</h3>
        <button
          ref={button}
          type="button"
          className="button button-quiet"
          aria-describedby={hint}
          onClick={() => field.current?.click()}
        >
          <ClipIcon />
          {words.add}
        </button>
      </div>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      {error && attached.length === 0 && (
        <p className="message message-danger" role="alert">
          {words.failed}{" "}
          <button type="button" className="link-button" onClick={() => void refetch()}>
            {all.tryAgain}
          </button>
        </p>
      )}
      {isLoading && (
        <p className="quiet" role="status">
          {all.loading}
        </p>
      )}
      {attached.length + uploads.length > 0 && (
        <ul aria-labelledby={title}>
          {attached.map((attachment) => (
            <AttachmentRow
              key={attachment.id}
              attachment={attachment}
              onRemoved={() => setSaid(words.removed(attachment.name))}
              onFailed={setSaid}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} queue={queue} note={note} />
          ))}
        </ul>
      )}
      <p className="quiet" id={hint}>
        {isOver
          ? words.dropHere
          : words.hint(format.number(attachmentLimits.count), format.size(attachmentLimits.size))}
      </p>
      <div role="status" className="visually-hidden">
        {said}
      </div>
    </section>
  );
}

/** Says what became of uploads: here as long as the note is open, afterwards at the foot of the page. */
function useUploadNews(note: string, setSaid: (change: (before: string) => string) => void): void {
  const words = useFileWords().attachments;
  const format = useFormat();
  const say = useSay();
  const queue = useUploadQueue();
  const complaintText = useComplaintText();
  useEffect(() => {
    const textOf = (news: UploadNews) =>
      news.kind === "added"
        ? words.added(news.count, format.number(news.count))
        : `${news.name}: ${complaintText(news.complaint)}`;
    // It is heard after this panel is gone as well.
    queue.hearOthers((news) =>
      say({ text: textOf(news), tone: news.kind === "failed" ? "danger" : "plain" }),
    );
    return queue.hear(note, (news) => {
      // Of several files that are refused at once, each.
      setSaid((before) => (news.kind === "added" ? textOf(news) : `${before} ${textOf(news)}`));
    });
  }, [note, queue, words, format, say, complaintText, setSaid]);
}

/** Keeps the focus among the rows when the one that had it goes: on the row in its place. */
function useFocusInside(
  panel: RefObject<HTMLElement | null>,
  button: RefObject<HTMLButtonElement | null>,
): void {
  const held = useRef(-1);
  useEffect(() => {
    const list = () => [...(panel.current?.querySelectorAll("li") ?? [])];
    const hold = ({ target }: FocusEvent) => {
      held.current = list().findIndex((row) => target instanceof Node && row.contains(target));
    };
    // The focus did not leave a row that was removed with it.
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected) held.current = -1;
      });
    document.addEventListener("focusout", leave);
    document.addEventListener("focusin", hold);
    return () => {
      document.removeEventListener("focusout", leave);
      document.removeEventListener("focusin", hold);
    };
  }, [panel]);
  useLayoutEffect(() => {
    if (held.current < 0 || document.activeElement !== document.body) return;
    const left = panel.current?.querySelectorAll("li") ?? [];
    const next = left[Math.min(held.current, left.length - 1)];
    (next?.querySelector<HTMLElement>("button") ?? button.current)?.focus();
  });
}
