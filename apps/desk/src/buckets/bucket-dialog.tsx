import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useNavigate } from "react-router";
import { type Bucket, createBucket, updateBucket } from "../api/storage.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { bucketPath, bucketsKey } from "./bucket-path.ts";

const megabyte = 1_000_000;

/** Creates a bucket, or changes one. */
export function BucketDialog({
  bucket,
  onClose,
}: {
  readonly bucket?: Bucket;
  readonly onClose: () => void;
}) {
  const id = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const submit = async (fields: FormData) => {
    const name = bucket?.id ?? String(fields.get("name") ?? "").trim();
    const size = String(fields.get("size") ?? "").trim();
    const properties = {
      bucket: name,
      isPublic: fields.has("public"),
      sizeLimit: size === "" ? null : Math.round(Number(size) * megabyte),
      types: String(fields.get("types") ?? "")
        .split(/[\s,]+/)
        .filter((type) => type !== ""),
    };
    await (bucket ? updateBucket(properties) : createBucket(properties));
    await client.invalidateQueries({ queryKey: bucketsKey });
    toasts.show(bucket ? "Changed the bucket." : "Created the bucket.");
    if (!bucket) void navigate(bucketPath(name));
  };
  return (
    <FormDialog
      title={bucket ? `Settings of ${bucket.name}` : "New bucket"}
      action={bucket ? "Save" : "Create bucket"}
      onSubmit={submit}
      onClose={onClose}
    >
      {!bucket && (
        <>
          <label htmlFor={`${id}-name`}>Name</label>
          <input
            id={`${id}-name`}
            name="name"
            className="input"
            required
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            data-first-focus
          />
        </>
      )}
      <label className="check">
        <input type="checkbox" name="public" defaultChecked={bucket?.public ?? false} />
        Public: everyone can read a file whose address they know
      </label>
      <label htmlFor={`${id}-size`}>Largest file, in MB</label>
      <input
        id={`${id}-size`}
        name="size"
        className="input"
        type="number"
        min={0.000001}
        step="any"
        placeholder="the project's limit"
        defaultValue={bucket?.file_size_limit ? bucket.file_size_limit / megabyte : ""}
      />
      <label htmlFor={`${id}-types`}>Types</label>
      <input
        id={`${id}-types`}
        name="types"
        className="input input-code"
        maxLength={10_000}
        spellCheck={false}
        placeholder="all, or image/*, application/pdf"
        defaultValue={bucket?.allowed_mime_types?.join(", ") ?? ""}
      />
    </FormDialog>
  );
}
