import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useParams } from "react-router";
import { type Bucket, listBuckets } from "../api/storage.ts";
import { useRunAs } from "../run-as/run-as.tsx";
import { Icon } from "../shell/icons.tsx";
import { ListStatus } from "../shell/list-parts.tsx";
import { BucketDialog } from "./bucket-dialog.tsx";
import { bucketPath, bucketsKey } from "./bucket-path.ts";
import { BucketView } from "./bucket-view.tsx";

/**
 * Lists the buckets, with the files of the chosen one beside them. A narrow window shows either the list or the files.
 */
export default function BucketsScreen() {
  const { bucket: bucketId, tab } = useParams();
  const { runAs } = useRunAs();
  const [isCreating, setCreating] = useState(false);
  // The list shows every bucket. The role only decides which files of a bucket are visible.
  const list = useQuery({
    queryKey: bucketsKey,
    queryFn: () => listBuckets({ role: "service_role" }),
  });
  useEffect(() => {
    if (bucketId === undefined) document.title = "Files – Desk";
  }, [bucketId]);
  const buckets = list.data?.buckets ?? [];
  const bucket = buckets.find(({ id }) => id === bucketId);
  return (
    <div className="split" data-chosen={bucketId !== undefined}>
      <section className="split-list" aria-label="Buckets">
        <div className="list-top">
          <button type="button" className="button" onClick={() => setCreating(true)}>
            <Icon name="plus" />
            New bucket
          </button>
        </div>
        <ListStatus query={list} />
        <ul className="entries">
          {buckets.map((each) => (
            <li key={each.id}>
              <BucketEntry bucket={each} isCurrent={each.id === bucketId} />
            </li>
          ))}
        </ul>
      </section>
      <main id="main" className="split-main" tabIndex={-1}>
        {bucket ? (
          <BucketView
            key={`${bucket.id} ${JSON.stringify(runAs)}`}
            bucket={bucket}
            buckets={buckets}
            tab={tab === "policies" ? "policies" : "files"}
          />
        ) : (
          <NoBucket
            isChosen={bucketId !== undefined && list.isSuccess}
            isEmpty={list.isSuccess && buckets.length === 0}
          />
        )}
      </main>
      {isCreating && <BucketDialog onClose={() => setCreating(false)} />}
    </div>
  );
}

function NoBucket({
  isChosen,
  isEmpty,
}: {
  readonly isChosen: boolean;
  readonly isEmpty: boolean;
}) {
  if (isChosen) {
    return (
      <div className="empty">
        <h1>No such bucket</h1>
        <p className="quiet">
          It has been deleted. <Link to="/files">All buckets</Link>
        </p>
      </div>
    );
  }
  return (
    <div className="empty">
      <h1>{isEmpty ? "No buckets yet" : "Files"}</h1>
      <p className="quiet">
        {isEmpty ? "Create a bucket, or add one to supabase/config.toml." : "Choose a bucket."}
      </p>
    </div>
  );
}

function BucketEntry({
  bucket,
  isCurrent,
}: {
  readonly bucket: Bucket;
  readonly isCurrent: boolean;
}) {
  return (
    <Link
      className="entry entry-row"
      to={bucketPath(bucket.id)}
      aria-current={isCurrent ? "page" : undefined}
    >
      <Icon name="folder" />
      <bdi className="entry-name">{bucket.name}</bdi>
      {bucket.public && <span className="tag tag-warning">public</span>}
    </Link>
  );
}
