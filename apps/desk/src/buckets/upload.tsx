import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Icon } from "../shell/icons.tsx";
import { baseName } from "./bucket-path.ts";
import type { Uploads } from "./use-uploads.ts";

/** A button that opens the file picker. */
export function UploadButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <button type="button" className="button" onClick={() => input.current?.click()}>
        <Icon name="upload" />
        Upload
      </button>
    </>
  );
}

/** An area that accepts dropped files. */
export function DropArea({
  onFiles,
  children,
}: {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the upload button does the same by keyboard
    <div
      className="drop-area"
      data-over={isOver}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

/** Lists the uploads with their progress. */
export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  const { list, retry, cancel, clear } = uploads;
  if (list.length === 0) return null;
  const leftCount = list.filter(({ state }) => state === "waiting" || state === "sending").length;
  const failedCount = list.filter(({ state }) => state === "failed").length;
  const doneCount = list.length - leftCount - failedCount;
  return (
    <section className="uploads" aria-label="Uploads">
      <div className="uploads-head">
        <p role="status">
          {leftCount > 0
            ? `Uploading, ${leftCount} left`
            : `${doneCount} of ${list.length} uploaded`}
          {failedCount > 0 ? `, ${failedCount} failed` : ""}
        </p>
        <button
          type="button"
          className="button button-small"
          onClick={leftCount > 0 ? cancel : clear}
        >
          {leftCount > 0 ? "Cancel" : "Close"}
        </button>
      </div>
      <ul>
        {list.map(({ id, name, state, progress, error }) => (
          <li key={id} className="upload">
            <bdi className="file-name">{baseName(name)}</bdi>
            {state === "sending" && (
              <progress aria-label={`Progress of ${baseName(name)}`} value={progress} max={1} />
            )}
            <span className="quiet">{state === "failed" ? "" : state}</span>
            {error && (
              <>
                <span className="field-problem">{error}</span>
                <button
                  type="button"
                  className="button button-small"
                  onClick={() => retry(id, true)}
                >
                  Replace or try again
                  <span className="visually-hidden"> {baseName(name)}</span>
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
