import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { type Bucket, deleteBucket, emptyBucket } from "../api/storage.ts";
import { RoleSwitch } from "../run-as/role-switch.tsx";
import { FormDialog } from "../shell/form-dialog.tsx";
import { Icon } from "../shell/icons.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { BucketDialog } from "./bucket-dialog.tsx";
import { bucketPath, bucketsKey, folderKey } from "./bucket-path.ts";
import { BucketPolicies } from "./bucket-policies.tsx";
import { FolderView } from "./folder-view.tsx";

/** Shows the files that the role sees in a bucket, or the policies that decide this. */
export function BucketView({
  bucket,
  buckets,
  tab,
}: {
  readonly bucket: Bucket;
  readonly buckets: readonly Bucket[];
  readonly tab: "files" | "policies";
}) {
  const { id, name } = bucket;
  const [parameters] = useSearchParams();
  const folder = parameters.get("folder") ?? "";
  useEffect(() => {
    document.title = `${name} – Desk`;
  }, [name]);
  return (
    <>
      <header className="table-head">
        <Link className="icon-button to-list" to="/files" aria-label="All buckets">
          <Icon name="back" />
        </Link>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <nav className="tabs" aria-label={`Views of ${name}`}>
          <Link to={bucketPath(id)} aria-current={tab === "files" ? "page" : undefined}>
            Files
          </Link>
          <Link
            to={bucketPath(id, "", "policies")}
            aria-current={tab === "policies" ? "page" : undefined}
          >
            Policies
          </Link>
        </nav>
        {tab === "files" && <RoleSwitch />}
      </header>
      {tab === "files" ? (
        <FolderView
          key={folder}
          bucket={bucket}
          buckets={buckets}
          folder={folder}
          tools={<BucketTools bucket={bucket} />}
        />
      ) : (
        <BucketPolicies bucket={id} isPublic={bucket.public} />
      )}
    </>
  );
}

/** The buttons that change, empty and delete the bucket. */
function BucketTools({ bucket }: { readonly bucket: Bucket }) {
  const { id, name } = bucket;
  const client = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [dialog, setDialog] = useState<"settings" | "empty" | "delete" | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <button type="button" className="button" onClick={() => setDialog("settings")}>
        Settings
      </button>
      <button type="button" className="button" onClick={() => setDialog("empty")}>
        Empty
      </button>
      <button type="button" className="button button-danger" onClick={() => setDialog("delete")}>
        Delete bucket
      </button>
      {dialog === "settings" && <BucketDialog bucket={bucket} onClose={close} />}
      {dialog === "empty" && (
        <FormDialog
          title={`Empty ${name}?`}
          action="Delete all files"
          tone="danger"
          onClose={close}
          onSubmit={async () => {
            await emptyBucket(id);
            await client.invalidateQueries({ queryKey: folderKey(id) });
            toasts.show("Deleted all files of the bucket.");
          }}
        >
          <p>All files of the bucket, in all folders, are deleted. This cannot be undone.</p>
        </FormDialog>
      )}
      {dialog === "delete" && (
        <FormDialog
          title={`Delete ${name}?`}
          action="Delete bucket"
          tone="danger"
          onClose={close}
          onSubmit={async () => {
            await deleteBucket(id);
            await client.invalidateQueries({ queryKey: bucketsKey });
            toasts.show("Deleted the bucket.");
            void navigate("/files");
          }}
        >
          <p>Only an empty bucket can be deleted. Its policies stay.</p>
        </FormDialog>
      )}
    </>
  );
}
