import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { deleteFolder } from "../api/storage.ts";
import { useRunAs } from "../run-as/run-as.tsx";
import { FormDialog } from "../shell/form-dialog.tsx";
import { formatCount } from "../shell/format.ts";
import { useToasts } from "../shell/toasts.tsx";
import { bucketPath, folderKey } from "./bucket-path.ts";

/** Buttons that create a folder or delete the current one. */
export function FolderTools({
  bucket,
  folder,
}: {
  readonly bucket: string;
  /** The path of the folder; empty for the bucket itself. */
  readonly folder: string;
}) {
  const id = useId();
  const { runAs } = useRunAs();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [dialog, setDialog] = useState<"new" | "delete" | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <button type="button" className="button" onClick={() => setDialog("new")}>
        New folder
      </button>
      {folder !== "" && (
        <button type="button" className="button button-danger" onClick={() => setDialog("delete")}>
          Delete folder
        </button>
      )}
      {dialog === "new" && (
        <FormDialog
          title="New folder"
          action="Open folder"
          onClose={close}
          onSubmit={async (fields) => {
            const name = String(fields.get("name") ?? "").trim();
            void navigate(bucketPath(bucket, `${folder}${name.replace(/\/+$/, "")}/`));
          }}
        >
          <label htmlFor={`${id}-name`}>Name</label>
          <input
            id={`${id}-name`}
            name="name"
            className="input"
            required
            maxLength={200}
            pattern="[^\/].*"
            autoComplete="off"
            spellCheck={false}
            data-first-focus
          />
          <p className="quiet">A folder exists as long as it has a file. Upload the first one.</p>
        </FormDialog>
      )}
      {dialog === "delete" && (
        <FormDialog
          title={`Delete ${folder}?`}
          action="Delete all files"
          tone="danger"
          onClose={close}
          onSubmit={async () => {
            const { deleted, isComplete } = await deleteFolder(runAs, bucket, folder);
            await client.invalidateQueries({ queryKey: folderKey(bucket) });
            const count = formatCount(deleted, "file");
            if (!isComplete) throw new Error(`Deleted ${count}. Others are left.`);
            toasts.show(`Deleted ${count}.`);
            void navigate(bucketPath(bucket, folder.replace(/[^/]+\/$/, "")));
          }}
        >
          <p>
            All files of the folder, at any depth, are deleted as far as this role may delete them.
            This cannot be undone.
          </p>
        </FormDialog>
      )}
    </>
  );
}
