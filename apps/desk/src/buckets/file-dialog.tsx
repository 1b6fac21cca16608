import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Bucket,
  deleteFiles,
  type FileInfo,
  type FileLocation,
  getFileInfo,
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
import { MoveDialog } from "./move-dialog.tsx";
import { SignedLinkDialog } from "./signed-link-dialog.tsx";

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
      {dialog === "sign" && <SignedLinkDialog location={location} onClose={close} />}
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
