import "./sharing.css";
import { useId, useRef, useState } from "react";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useSharingWords } from "../../i18n/sharing/sharing-words.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { CrossIcon } from "../../icons/icons.tsx";
import { usePerson } from "../../shell/person.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { headingOf, mostShares } from "../queries/notes.ts";
import { useEndShares, useShareNote } from "../queries/use-notes.ts";

/**
 * With whom a note is shared: its owner adds and removes addresses, others leave. Nothing for a guest, who has no
 * address to share by.
 *
 * @param props.onLeft runs when the caller has left the note
 */
export function Sharing({ note, onLeft }: { note: Note; onLeft: () => void }) {
  const person = usePerson();
  if (note.user_id !== person.id) return <Leaving note={note} onLeft={onLeft} />;
  if (!person.email) return null;
  return <Shares note={note} own={person.email} />;
}

function Leaving({ note, onLeft }: { note: Note; onLeft: () => void }) {
  const words = useSharingWords();
  const heading = headingOf(note, useWords().notes.untitled);
  const say = useSay();
  const end = useEndShares();
  const share = note.shares[0];
  if (!share) return null;
  const leave = async () => {
    if (end.isPending) return;
    // A promise rather than callbacks: the note may be gone from here by the time the answer comes.
    try {
      await end.mutateAsync([share.id]);
      onLeft();
      say({ text: words.left(heading) });
    } catch {
      say({ text: words.notLeft, tone: "danger" });
    }
  };
  return (
    <p className="sharing-by">
      <span>{words.sharedBy(share.shared_by)}</span>
      <button type="button" className="link-button" onClick={() => void leave()}>
        {words.leave(heading)}
      </button>
    </p>
  );
}

function Shares({ note, own }: { note: Note; own: string }) {
  const words = useSharingWords();
  const format = useFormat();
  const count = note.shares.length;
  const summary = useRef<HTMLElement>(null);
  const [said, setSaid] = useState("");
  return (
    <details className="sharing">
      <summary ref={summary}>
        {count > 0 ? words.sharedWith(count, format.number(count)) : words.share.title}
      </summary>
      <div className="sharing-inside">
        <AddressField note={note} own={own} onAdded={setSaid} />
        {count > 0 && (
          <ul aria-label={words.share.listLabel}>
            {note.shares.map((share) => (
              <ShareRow
                key={share.id}
                share={share}
                onRemoved={(text) => {
                  setSaid(text);
                  // The button is gone.
                  summary.current?.focus();
                }}
                onFailed={setSaid}
              />
            ))}
          </ul>
        )}
      </div>
      <div role="status" className="visually-hidden">
        {said}
      </div>
    </details>
  );
}

/** A field rather than a form: it stands within the note's. */
function AddressField(props: { note: Note; own: string; onAdded: (text: string) => void }) {
  const { note, own } = props;
  const words = useSharingWords().share;
  const format = useFormat();
  const share = useShareNote(note);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState("");
  const ids = { field: useId(), hint: useId(), complaint: useId() };

  const add = () => {
    if (share.isPending) return;
    const address = typed.trim().toLowerCase();
    const wrong = wrongWith(address);
    setComplaint(wrong);
    if (wrong) return field.current?.focus();
    share.mutate(address, {
      onSuccess: () => {
        setTyped("");
        props.onAdded(words.added(address));
        field.current?.focus();
      },
      onError: ({ message }) => setComplaint(`${words.notAdded} ${message}`),
    });
  };
  const wrongWith = (address: string): string => {
    if (!/^[^@\s]+@[^@\s]+$/.test(address)) return words.noAddress;
    if (address === own.toLowerCase()) return words.own;
    return note.shares.length < mostShares ? "" : words.tooMany(format.number(mostShares));
  };

  return (
    <>
      <label htmlFor={ids.field}>{words.address}</label>
      <div className="sharing-field">
        <input
          ref={field}
          id={ids.field}
          className="input"
          type="email"
          dir="ltr"
          autoComplete="off"
          maxLength={320}
          value={typed}
          aria-invalid={complaint !== ""}
          aria-describedby={`${ids.hint} ${ids.complaint}`}
          onChange={({ target }) => {
            setTyped(target.value);
            setComplaint("");
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            if (!event.nativeEvent.isComposing) add();
          }}
        />
        <button type="button" className="button" aria-disabled={share.isPending} onClick={add}>
          {share.isPending ? words.adding : words.add}
        </button>
      </div>
      <div role="alert" id={ids.complaint}>
        {complaint && <p className="message message-danger">{complaint}</p>}
      </div>
      <p className="quiet" id={ids.hint}>
        {words.hint}
      </p>
    </>
  );
}

interface ShareRowProps {
  share: Note["shares"][number];
  onRemoved: (text: string) => void;
  onFailed: (text: string) => void;
}

function ShareRow({ share: { id, address }, onRemoved, onFailed }: ShareRowProps) {
  const words = useSharingWords().share;
  const end = useEndShares();
  const remove = () => {
    if (end.isPending) return;
    end
      .mutateAsync([id])
      .then(() => onRemoved(words.removed(address)))
      .catch(() => onFailed(words.notRemoved));
  };
  return (
    <li>
      <span dir="auto">{address}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={words.remove(address)}
        aria-disabled={end.isPending}
        onClick={remove}
      >
        <CrossIcon />
      </button>
    </li>
  );
}
