import "./sharing.css";
import { useId, useRef, useState } from "react";
import type { Note } from "../../data/schema.ts";
import { useFormat } from "../../i18n/format.ts";
import { useSharingTexts } from "../../i18n/sharing/sharing-texts.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { CrossIcon } from "../../icons/icons.tsx";
import { useSignedInUser } from "../../shell/signed-in-user.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { headingOf, maxShares } from "../queries/notes.ts";
import { useEndShares, useShareNote } from "../queries/use-notes.ts";

/**
 * Shows with whom a note is shared. The owner adds and removes addresses; recipients can leave. Renders nothing for a
 * guest, who has no address.
 *
 * @param props.onLeft called when the user has left the note
 */
export function Sharing({ note, onLeft }: { note: Note; onLeft: () => void }) {
  const user = useSignedInUser();
  if (note.user_id !== user.id) return <LeaveNote note={note} onLeft={onLeft} />;
  if (!user.email) return null;
  return <ShareList note={note} ownAddress={user.email} />;
}

function LeaveNote({ note, onLeft }: { note: Note; onLeft: () => void }) {
  const texts = useSharingTexts();
  const heading = headingOf(note, useTexts().notes.untitled);
  const showToast = useShowToast();
  const endShares = useEndShares();
  const share = note.shares[0];
  if (!share) return null;
  const leave = async () => {
    if (endShares.isPending) return;
    // Uses mutateAsync because the callbacks of mutate do not run once the component is unmounted.
    try {
      await endShares.mutateAsync([share.id]);
      onLeft();
      showToast({ text: texts.left(heading) });
    } catch {
      showToast({ text: texts.notLeft, tone: "danger" });
    }
  };
  return (
    <p className="sharing-by">
      <span>{texts.sharedBy(share.shared_by)}</span>
      <button type="button" className="link-button" onClick={() => void leave()}>
        {texts.leave(heading)}
      </button>
    </p>
  );
}

function ShareList({ note, ownAddress }: { note: Note; ownAddress: string }) {
  const texts = useSharingTexts();
  const format = useFormat();
  const count = note.shares.length;
  const summary = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState("");
  return (
    <details className="sharing">
      <summary ref={summary}>
        {count > 0 ? texts.sharedWith(count, format.number(count)) : texts.share.title}
      </summary>
      <div className="sharing-inside">
        <AddressField note={note} ownAddress={ownAddress} onAdded={setAnnouncement} />
        {count > 0 && (
          <ul aria-label={texts.share.listLabel}>
            {note.shares.map((share) => (
              <ShareRow
                key={share.id}
                share={share}
                onRemoved={(text) => {
                  setAnnouncement(text);
                  // The remove button is gone, so the focus moves to the summary.
                  summary.current?.focus();
                }}
                onFailed={setAnnouncement}
              />
            ))}
          </ul>
        )}
      </div>
      <div role="status" className="visually-hidden">
        {announcement}
      </div>
    </details>
  );
}

/** A field without its own form, because it is inside the note's form. */
function AddressField(props: { note: Note; ownAddress: string; onAdded: (text: string) => void }) {
  const { note, ownAddress } = props;
  const texts = useSharingTexts().share;
  const format = useFormat();
  const share = useShareNote(note);
  const field = useRef<HTMLInputElement>(null);
  const [input, setInput] = useState("");
  const [errorText, setErrorText] = useState("");
  const ids = { field: useId(), hint: useId(), error: useId() };

  const add = () => {
    if (share.isPending) return;
    const address = input.trim().toLowerCase();
    const error = validate(address);
    setErrorText(error);
    if (error) return field.current?.focus();
    share.mutate(address, {
      onSuccess: () => {
        setInput("");
        props.onAdded(texts.added(address));
        field.current?.focus();
      },
      onError: ({ message }) => setErrorText(`${texts.notAdded} ${message}`),
    });
  };
  const validate = (address: string): string => {
    if (!/^[^@\s]+@[^@\s]+$/.test(address)) return texts.noAddress;
    if (address === ownAddress.toLowerCase()) return texts.own;
    return note.shares.length < maxShares ? "" : texts.tooMany(format.number(maxShares));
  };

  return (
    <>
      <label htmlFor={ids.field}>{texts.address}</label>
      <div className="sharing-field">
        <input
          ref={field}
          id={ids.field}
          className="input"
          type="email"
          dir="ltr"
          autoComplete="off"
          maxLength={320}
          value={input}
          aria-invalid={errorText !== ""}
          aria-describedby={`${ids.hint} ${ids.error}`}
          onChange={({ target }) => {
            setInput(target.value);
            setErrorText("");
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            if (!event.nativeEvent.isComposing) add();
          }}
        />
        <button type="button" className="button" aria-disabled={share.isPending} onClick={add}>
          {share.isPending ? texts.adding : texts.add}
        </button>
      </div>
      <div role="alert" id={ids.error}>
        {errorText && <p className="message message-danger">{errorText}</p>}
      </div>
      <p className="quiet" id={ids.hint}>
        {texts.hint}
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
  const texts = useSharingTexts().share;
  const endShares = useEndShares();
  const remove = () => {
    if (endShares.isPending) return;
    endShares
      .mutateAsync([id])
      .then(() => onRemoved(texts.removed(address)))
      .catch(() => onFailed(texts.notRemoved));
  };
  return (
    <li>
      <span dir="auto">{address}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.remove(address)}
        aria-disabled={endShares.isPending}
        onClick={remove}
      >
        <CrossIcon />
      </button>
    </li>
  );
}
