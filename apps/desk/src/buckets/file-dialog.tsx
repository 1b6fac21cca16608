import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import {
  type Bucket,
  deleteFiles,
  type FileInfo,
  type FileLocation,
  getFileInfo,
  moveFile,
  signFile,
} from "../api/storage.ts";
import { CopyText } from "../shell/copy-text.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { FormDialog } from "../shell/form-dialog.tsx";
import { formatBytes, formatTime } from "../shell/format.ts";
import { useToasts } from "../shell/toasts.tsx";
import { baseName } from "./bucket-path.ts";
import { FilePreview } from "./file-preview.tsx";

/** Shows the preview and the metadata of a file, with its actions. */
export function FileDialog({
  location,
  buckets,
  isPublic,
  onChanged,
  onClose,
}: {
  readonly location: FileLocation;
  readonly buckets: readonly Bucket[];
  readonly isPublic: boolean;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}) {
  const info = useQuery({
    queryKey: ["file", location],
    queryFn: () => getFileInfo(location),
    staleTime: 0,
  });
  return (
    <Dialog title={baseName(location.name)} className="dialog-side" onClose={onClose}>
      {(close) => (
        <div className="request-details">
          <FilePreview location={location} />
          <FileActions
            location={location}
            buckets={buckets}
            isPublic={isPublic}
            onChanged={() => {
              onChanged();
              close();
            }}
          />
          {info.isPending && <p className="quiet">Loading …</p>}
          {info.isError && <Failure error={info.error} onRetry={() => void info.refetch()} />}
          {info.data && <Metadata info={info.data} />}
        </div>
      )}
    </Dialog>
  );
}

function Metadata({ info }: { readonly info: FileInfo }) {
  const facts: readonly (readonly [string, string | null])[] = [
    ["Name", info.name],
    ["Size", formatBytes(info.size)],
    ["Type", info.content_type],
    ["Cache", info.cache_control],
    ["Created", formatTime(info.created_at)],
    ["Changed", formatTime(info.last_modified)],
    ["ETag", info.etag],
    ["Version", info.version],
    ["Id", info.id],
  ];
  const hasMetadata = info.metadata !== null && Object.keys(info.metadata).length > 0;
  return (
    <>
      <dl className="request-list">
        {facts.map(([name, value]) => (
          <div key={name} className="fact-pair">
            <dt>{name}</dt>
            <dd>
              <bdi>{value || "none"}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {hasMetadata && (
        <section>
          <h3>Metadata</h3>
          <pre className="definition">
            <code>{JSON.stringify(info.metadata, null, 2)}</code>
          </pre>
        </section>
      )}
    </>
  );
}

/** Downloads a file. If the browser opens it as a page, `noopener` keeps that page from reaching the desk. */
function download(link: string): void {
  const anchor = document.createElement("a");
  anchor.href = link;
  anchor.rel = "noopener noreferrer";
  anchor.click();
}

const downloadLinkSeconds = 60;

function FileActions({
  location,
  buckets,
  isPublic,
  onChanged,
}: {
  readonly location: FileLocation;
  readonly buckets: readonly Bucket[];
  readonly isPublic: boolean;
  readonly onChanged: () => void;
}) {
  const toasts = useToasts();
  const [dialog, setDialog] = useState<"move" | "copy" | "sign" | "delete" | null>(null);
  const close = () => setDialog(null);
  const { as, bucket, name } = location;
  const publicLink = `${window.location.origin}/storage/v1/object/public/${encodeURIComponent(bucket)}/${name.split("/").map(encodeURIComponent).join("/")}`;
  return (
    <div className="button-row">
      <button
        type="button"
        className="button"
        onClick={() =>
          void signFile(location, downloadLinkSeconds).then(
            (link) => download(`${link}&download=`),
            toasts.fail,
          )
        }
      >
        Download
      </button>
      <button type="button" className="button" onClick={() => setDialog("move")}>
        Rename or move
      </button>
      <button type="button" className="button" onClick={() => setDialog("copy")}>
        Copy
      </button>
      <button type="button" className="button" onClick={() => setDialog("sign")}>
        Signed link
      </button>
      {isPublic && <CopyText text={publicLink} name="public link" />}
      <button type="button" className="button button-danger" onClick={() => setDialog("delete")}>
        Delete
      </button>
      {(dialog === "move" || dialog === "copy") && (
        <MoveDialog
          kind={dialog}
          location={location}
          buckets={buckets}
          onDone={onChanged}
          onClose={close}
        />
      )}
      {dialog === "sign" && <SignDialog location={location} onClose={close} />}
      {dialog === "delete" && (
        <FormDialog
          title={`Delete ${baseName(name)}?`}
          action="Delete file"
          tone="danger"
          onClose={close}
          onSubmit={async () => {
            const { deleted } = await deleteFiles(as, bucket, [name]);
            if (deleted === 0)
              throw new Error("The policies do not let this role delete the file.");
            toasts.show("Deleted the file.");
            onChanged();
          }}
        >
          <p>This cannot be undone.</p>
        </FormDialog>
      )}
    </div>
  );
}

function MoveDialog({
  kind,
  location,
  buckets,
  onDone,
  onClose,
}: {
  readonly kind: "move" | "copy";
  readonly location: FileLocation;
  readonly buckets: readonly Bucket[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const id = useId();
  const toasts = useToasts();
  const submit = async (fields: FormData) => {
    const toName = String(fields.get("name") ?? "").trim();
    await moveFile(kind, location, { toBucket: String(fields.get("bucket")), toName });
    toasts.show(kind === "move" ? `Moved to ${toName}.` : `Copied to ${toName}.`);
    onDone();
  };
  return (
    <FormDialog
      title={kind === "move" ? "Rename or move" : "Copy"}
      action={kind === "move" ? "Move" : "Copy"}
      onSubmit={submit}
      onClose={onClose}
    >
      <label htmlFor={`${id}-bucket`}>Bucket</label>
      <select id={`${id}-bucket`} name="bucket" className="input" defaultValue={location.bucket}>
        {buckets.map((bucket) => (
          <option key={bucket.id} value={bucket.id}>
            {bucket.name}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-name`}>Name, with its folders</label>
      <input
        id={`${id}-name`}
        name="name"
        className="input input-code"
        required
        maxLength={1024}
        spellCheck={false}
        defaultValue={kind === "move" ? location.name : copyName(location.name)}
        data-first-focus
      />
    </FormDialog>
  );
}

/** Returns `a/b copy.txt` for `a/b.txt`. */
const copyName = (name: string) => name.replace(/(\.[^./]+)?$/, " copy$1");

const lifetimes = [
  ["An hour", 60 * 60],
  ["A day", 24 * 60 * 60],
  ["A week", 7 * 24 * 60 * 60],
  ["A year", 365 * 24 * 60 * 60],
] as const;

function SignDialog({
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
