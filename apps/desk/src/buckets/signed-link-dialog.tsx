import { type FormEvent, useId, useState } from "react";
import { type FileLocation, signFile } from "../api/storage.ts";
import { CopyText } from "../shell/copy-text.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";

const lifetimes = [
  ["An hour", 60 * 60],
  ["A day", 24 * 60 * 60],
  ["A week", 7 * 24 * 60 * 60],
  ["A year", 365 * 24 * 60 * 60],
] as const;

export function SignedLinkDialog({
  location,
  onClose,
}: {
  readonly location: FileLocation;
  readonly onClose: () => void;
}) {
  const id = useId();
  const [link, setLink] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(null);
    const seconds = Number(new FormData(event.currentTarget).get("seconds"));
    try {
      setLink(await signFile(location, seconds));
    } catch (failure) {
      setError(failure as Error);
    }
  };
  return (
    <Dialog title="Signed link" className="dialog-narrow" onClose={onClose}>
      {() => (
        <form className="form" onSubmit={(event) => void submit(event)}>
          <label htmlFor={`${id}-seconds`}>Valid for</label>
          <select id={`${id}-seconds`} name="seconds" className="input" data-first-focus>
            {lifetimes.map(([text, seconds]) => (
              <option key={seconds} value={seconds}>
                {text}
              </option>
            ))}
          </select>
          <p className="quiet">Everyone who has the link can read the file.</p>
          {error && <Failure error={error} />}
          <p className="button-row form-buttons">
            <button type="submit" className="button button-primary">
              Create link
            </button>
          </p>
          {link !== null && (
            <>
              <label htmlFor={`${id}-link`}>Link</label>
              <div className="with-button">
                <input id={`${id}-link`} className="input input-code" readOnly value={link} />
                <CopyText text={link} name="link" />
              </div>
            </>
          )}
        </form>
      )}
    </Dialog>
  );
}
