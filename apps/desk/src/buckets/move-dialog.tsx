import { useId } from "react";
import { type Bucket, type FileLocation, moveFile } from "../api/storage.ts";
import { FormDialog } from "../shell/form-dialog.tsx";
import { useToasts } from "../shell/toasts.tsx";

export function MoveDialog({
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
        defaultValue={kind === "move" ? location.name : nameOfCopy(location.name)}
        data-first-focus
      />
    </FormDialog>
  );
}

/** Returns `a/b copy.txt` for `a/b.txt`. */
const nameOfCopy = (name: string) => name.replace(/(\.[^./]+)?$/, " copy$1");
