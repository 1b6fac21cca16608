import { useQuery } from "@tanstack/react-query";
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { Attachment } from "../../data/schema.ts";
import { useFileTexts } from "../../i18n/files/file-texts.ts";
import { useFormat } from "../../i18n/format.ts";
import { DownloadIcon, TrashIcon } from "../../icons/signed-in.tsx";
import { FileThumbnail } from "./file-thumbnail.tsx";
import { pictureTypes } from "./thumbnail.ts";
import { useRemoveAttachment, useSignedUrl } from "./use-attachments.ts";

interface AttachmentRowProps {
  attachment: Attachment;
  /** Called when the file was removed. Without it, the row has no remove button. */
  onRemoved?: () => void;
  onFailed: (text: string) => void;
}

/** An attached file with its buttons. */
export function AttachmentRow({ attachment, onRemoved, onFailed }: AttachmentRowProps) {
  const { name, path, size, thumbnail, type } = attachment;
  const texts = useFileTexts().attachments;
  const format = useFormat();
  const createSignedUrl = useSignedUrl();
  const remove = useRemoveAttachment();
  const [isOpen, setIsOpen] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const [errorText, setErrorText] = useState("");
  const pictureId = useId();
  const removeButton = useRef<HTMLButtonElement>(null);

  const fail = (text: string) => {
    setErrorText(text);
    onFailed(text);
  };
  const download = async () => {
    setErrorText("");
    try {
      const url = new URL(await createSignedUrl(path));
      url.searchParams.set("download", name);
      const link = document.createElement("a");
      link.href = url.href;
      link.download = name;
      link.click();
    } catch {
      fail(texts.notFetched(name));
    }
  };
  const removeFile = () => {
    setErrorText("");
    setIsConfirming(false);
    remove.mutate(attachment, {
      onSuccess: () => onRemoved?.(),
      onError: () => fail(texts.notRemoved(name)),
    });
  };

  return (
    <li className="attachment" aria-busy={remove.isPending}>
      {pictureTypes.test(type) ? (
        <button
          type="button"
          className="file-show"
          aria-label={texts.show(name)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? pictureId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <FileThumbnail name={name} thumbnail={thumbnail} />
        </button>
      ) : (
        <FileThumbnail name={name} />
      )}
      <div className="attachment-text">
        <p className="attachment-name" dir="auto">
          {name}
        </p>
        {errorText ? (
          <p className="attachment-error">{errorText}</p>
        ) : (
          <p className="quiet">{format.size(size)}</p>
        )}
      </div>
      <div className="attachment-buttons">
        <button
          type="button"
          className="icon-button"
          aria-label={texts.download(name)}
          onClick={() => void download()}
        >
          <DownloadIcon />
        </button>
        {onRemoved && (
          <button
            ref={removeButton}
            type="button"
            className="icon-button"
            aria-label={texts.remove(name)}
            aria-expanded={isConfirming}
            aria-disabled={remove.isPending}
            onClick={() => remove.isPending || setIsConfirming(!isConfirming)}
          >
            <TrashIcon />
          </button>
        )}
      </div>
      {isConfirming && (
        <ConfirmRemoval
          name={name}
          onConfirm={removeFile}
          onCancel={() => {
            removeButton.current?.focus();
            setIsConfirming(false);
          }}
        />
      )}
      {isOpen && <FullPicture id={pictureId} attachment={attachment} />}
    </li>
  );
}

/** Asks for confirmation before a file is removed. The focus starts on "keep". */
function ConfirmRemoval({
  name,
  onConfirm,
  onCancel,
}: {
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const texts = useFileTexts().attachments;
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  return (
    <fieldset className="attachment-confirm">
      <legend>{texts.ask(name)}</legend>
      <div className="button-row">
        <button type="button" className="button button-danger" onClick={onConfirm}>
          {texts.yes}
        </button>
        <button type="button" className="button" ref={keep} onClick={onCancel}>
          {texts.keep}
        </button>
      </div>
    </fieldset>
  );
}

/** The picture in full size. */
function FullPicture({ id, attachment: { name, path } }: { id: string; attachment: Attachment }) {
  const texts = useFileTexts().attachments;
  const createSignedUrl = useSignedUrl();
  const { data: url, error } = useQuery({
    queryKey: ["signed url", path],
    queryFn: () => createSignedUrl(path),
    staleTime: 1_800_000,
  });
  return (
    <div id={id} className="attachment-picture">
      {url && <img src={url} alt={name} />}
      {error && <p className="attachment-error">{texts.notFetched(name)}</p>}
    </div>
  );
}
