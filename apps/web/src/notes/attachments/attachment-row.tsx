import { useQuery } from "@tanstack/react-query";
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { Attachment } from "../../data/schema.ts";
import { useFileWords } from "../../i18n/files/file-words.ts";
import { useFormat } from "../../i18n/format.ts";
import { DownloadIcon, TrashIcon } from "../../icons/signed-in.tsx";
import { FileFace } from "./file-face.tsx";
import { pictureTypes } from "./thumbnail.ts";
import { useRemoveAttachment, useSignedAddress } from "./use-attachments.ts";

interface AttachmentRowProps {
  attachment: Attachment;
  /** Without it, the file is only there to be read. */
  onRemoved?: () => void;
  onFailed: (text: string) => void;
}

/** A file of a note: what it is, and what can be done with it. */
export function AttachmentRow({ attachment, onRemoved, onFailed }: AttachmentRowProps) {
  const { name, path, size, thumbnail, type } = attachment;
  const words = useFileWords().attachments;
  const format = useFormat();
  const signed = useSignedAddress();
  const remove = useRemoveAttachment();
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [complaint, setComplaint] = useState("");
  const shown = useId();
  const bin = useRef<HTMLButtonElement>(null);

  const fail = (text: string) => {
    setComplaint(text);
    onFailed(text);
  };
  const download = async () => {
    setComplaint("");
    try {
      const address = new URL(await signed(path));
      address.searchParams.set("download", name);
      const link = document.createElement("a");
      link.href = address.href;
      link.download = name;
      link.click();
    } catch {
      fail(words.notFetched(name));
    }
  };
  const takeAway = () => {
    setComplaint("");
    setAsking(false);
    remove.mutate(attachment, {
      onSuccess: () => onRemoved?.(),
      onError: () => fail(words.notRemoved(name)),
    });
  };

  return (
    <li className="attachment" aria-busy={remove.isPending}>
      {pictureTypes.test(type) ? (
        <button
          type="button"
          className="file-show"
          aria-label={words.show(name)}
          aria-expanded={isShown}
          aria-controls={isShown ? shown : undefined}
          onClick={() => setShown(!isShown)}
        >
          <FileFace name={name} thumbnail={thumbnail} />
        </button>
      ) : (
        <FileFace name={name} />
      )}
      <div className="attachment-text">
        <p className="attachment-name" dir="auto">
          {name}
        </p>
        {complaint ? (
          <p className="attachment-complaint">{complaint}</p>
        ) : (
          <p className="quiet">{format.size(size)}</p>
        )}
      </div>
      <div className="attachment-buttons">
        <button
          type="button"
          className="icon-button"
          aria-label={words.download(name)}
          onClick={() => void download()}
        >
          <DownloadIcon />
        </button>
        {onRemoved && (
          <button
            ref={bin}
            type="button"
            className="icon-button"
            aria-label={words.remove(name)}
            aria-expanded={isAsking}
            aria-disabled={remove.isPending}
            onClick={() => remove.isPending || setAsking(!isAsking)}
          >
            <TrashIcon />
          </button>
        )}
      </div>
      {isAsking && (
        <Asking
          name={name}
          yes={takeAway}
          no={() => {
            bin.current?.focus();
            setAsking(false);
          }}
        />
      )}
      {isShown && <Shown id={shown} attachment={attachment} />}
    </li>
  );
}

/** The question before a file goes. It begins with the way back. */
function Asking({ name, yes, no }: { name: string; yes: () => void; no: () => void }) {
  const words = useFileWords().attachments;
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  return (
    <fieldset className="attachment-asking">
      <legend>{words.ask(name)}</legend>
      <div className="button-row">
        <button type="button" className="button button-danger" onClick={yes}>
          {words.yes}
        </button>
        <button type="button" className="button" ref={keep} onClick={no}>
          {words.keep}
        </button>
      </div>
    </fieldset>
  );
}

/** The picture as it is. */
function Shown({ id, attachment: { name, path } }: { id: string; attachment: Attachment }) {
  const words = useFileWords().attachments;
  const signed = useSignedAddress();
  const { data: address, error } = useQuery({
    queryKey: ["signed address", path],
    queryFn: () => signed(path),
    staleTime: 1_800_000,
  });
  return (
    <div id={id} className="attachment-shown">
      {address && <img src={address} alt={name} />}
      {error && <p className="attachment-complaint">{words.notFetched(name)}</p>}
    </div>
  );
}
