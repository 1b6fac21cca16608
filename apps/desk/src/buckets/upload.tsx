import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Icon } from "../shell/icons.tsx";
import { baseName } from "./bucket-path.ts";
import type { Uploads } from "./use-uploads.ts";

/** Chooses files to upload. */
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

/** Takes files that are dropped on it. */
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

/** The uploads of the screen, with their progress. */
export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  const { list, retry, cancel, clear } = uploads;
  if (list.length === 0) return null;
  const left = list.filter(({ state }) => state === "waiting" || state === "sending").length;
  const failed = list.filter(({ state }) => state === "failed").length;
  const done = list.length - left - failed;
  return (
    <section className="uploads" aria-label="Uploads">
      <div className="uploads-head">
        <p role="status">
          {left > 0 ? `Uploading, ${left} left` : `${done} of ${list.length} uploaded`}
          {failed > 0 ? `, ${failed} failed` : ""}
        </p>
        <button type="button" className="button button-small" onClick={left > 0 ? cancel : clear}>
          {left > 0 ? "Cancel" : "Close"}
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
