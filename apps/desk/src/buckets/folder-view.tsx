import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Link } from "react-router";
import { type Bucket, deleteFiles, listFolder, type StoredFile } from "../api/storage.ts";
import { useRunAs } from "../run-as/run-as.tsx";
import { Failure } from "../shell/failure.tsx";
import { FormDialog } from "../shell/form-dialog.tsx";
import { formatBytes, formatCount, formatTime } from "../shell/format.ts";
import { Icon } from "../shell/icons.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { baseName, bucketPath, folderKey } from "./bucket-path.ts";
import { FileDialog } from "./file-dialog.tsx";
import { FolderTools } from "./folder-tools.tsx";
import { DropArea, UploadButton, UploadList } from "./upload.tsx";
import { useUploads } from "./use-uploads.ts";

/** The folders and files of a folder, and the uploads into it. */
export function FolderView({
  bucket,
  buckets,
  folder,
  tools,
}: {
  readonly bucket: Bucket;
  readonly buckets: readonly Bucket[];
  readonly folder: string;
  readonly tools: ReactNode;
}) {
  const { runAs, person } = useRunAs();
  const client = useQueryClient();
  const toasts = useToasts();
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isDeleting, setDeleting] = useState(false);
  const deferred = useDeferredValue(search);
  const pages = useInfiniteQuery({
    queryKey: [...folderKey(bucket.id), folder, deferred, runAs],
    queryFn: ({ pageParam, signal }) =>
      listFolder(
        { as: runAs, bucket: bucket.id, folder, search: deferred, cursor: pageParam },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
  });
  const reload = () => client.invalidateQueries({ queryKey: folderKey(bucket.id) });
  const uploads = useUploads({ as: runAs, bucket: bucket.id, folder, onDone: () => void reload() });
  const folders = pages.data?.pages.flatMap((page) => page.folders) ?? [];
  const files = pages.data?.pages.flatMap((page) => page.objects) ?? [];
  const toggle = (name: string) => {
    const next = new Set(selected);
    if (!next.delete(name)) next.add(name);
    setSelected(next);
  };
  return (
    <DropArea onFiles={uploads.add}>
      <div className="toolbar">
        <div className="search">
          <Icon name="search" />
          <input
            className="input"
            type="search"
            aria-label="Search by the beginning of a name"
            placeholder="Name begins with"
            maxLength={200}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <UploadButton onFiles={uploads.add} />
        {selected.size > 0 && (
          <button type="button" className="button button-danger" onClick={() => setDeleting(true)}>
            Delete {formatCount(selected.size, "file")}
          </button>
        )}
        <FolderTools bucket={bucket.id} folder={folder} />
        <span className="toolbar-gap" />
        {folder === "" && tools}
      </div>
      <Trail bucket={bucket} folder={folder} />
      <UploadList uploads={uploads} />
      <section className="page-scroll" aria-label="Files">
        {pages.isPending && <p className="quiet list-note">Loading …</p>}
        {pages.isError && <Failure error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.isSuccess && folders.length + files.length === 0 && (
          <div className="empty">
            <h2>{search === "" ? "No files" : "No name begins with this"}</h2>
            <p className="quiet">
              {search !== ""
                ? "Folders are searched one by one."
                : runAs.role === "postgres" || runAs.role === "service_role"
                  ? "Drop files here to upload them."
                  : `${person ? "This user" : runAs.role} sees no files here. The policies decide that.`}
            </p>
          </div>
        )}
        <ul className="files">
          {folders.map(({ name }) => (
            <li key={name} className="file">
              <Link className="file-open" to={bucketPath(bucket.id, name)}>
                <Icon name="folder" />
                <bdi className="file-name">{baseName(name)}</bdi>
              </Link>
            </li>
          ))}
          {files.map((file) => (
            <FileEntry
              key={file.name}
              file={file}
              isSelected={selected.has(file.name)}
              onSelect={() => toggle(file.name)}
              onOpen={() => setOpened(file.name)}
            />
          ))}
        </ul>
        {pages.hasNextPage && (
          <p className="list-note">
            <button
              type="button"
              className="button"
              aria-disabled={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              Show more
            </button>
          </p>
        )}
      </section>
      {opened !== null && (
        <FileDialog
          location={{ as: runAs, bucket: bucket.id, name: opened }}
          buckets={buckets}
          isPublic={bucket.public}
          onChanged={() => void reload()}
          onClose={() => setOpened(null)}
        />
      )}
      {isDeleting && (
        <FormDialog
          title={`Delete ${formatCount(selected.size, "file")}?`}
          action="Delete"
          tone="danger"
          onClose={() => setDeleting(false)}
          onSubmit={async () => {
            const names = [...selected];
            const { deleted } = await deleteFiles(runAs, bucket.id, names);
            setSelected(new Set());
            await reload();
            if (deleted < names.length) {
              throw new Error(
                `${deleted} of ${formatCount(names.length, "file")} were deleted. The policies do not let this role delete the others.`,
              );
            }
            toasts.show(`Deleted ${formatCount(deleted, "file")}.`);
          }}
        >
          <p>This cannot be undone.</p>
        </FormDialog>
      )}
    </DropArea>
  );
}

function FileEntry({
  file,
  isSelected,
  onSelect,
  onOpen,
}: {
  readonly file: StoredFile;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onOpen: () => void;
}) {
  const name = baseName(file.name);
  const { size, mimetype } = file.metadata ?? {};
  return (
    <li className="file">
      <input
        type="checkbox"
        className="file-check"
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={onSelect}
      />
      <button type="button" className="file-open" aria-haspopup="dialog" onClick={onOpen}>
        <Icon name="file" />
        <bdi className="file-name">{name}</bdi>
        <span className="file-facts quiet">
          <span>{formatBytes(size)}</span>
          <span className="file-type">{mimetype}</span>
          <span>{formatTime(file.updated_at)}</span>
        </span>
      </button>
    </li>
  );
}

/** The folders above the current one. */
function Trail({ bucket, folder }: { readonly bucket: Bucket; readonly folder: string }) {
  if (folder === "") return null;
  const names = folder.split("/").filter((name) => name !== "");
  const folderOf = (at: number) => `${names.slice(0, at + 1).join("/")}/`;
  return (
    <nav className="trail" aria-label="Folders">
      <Link to={bucketPath(bucket.id)}>
        <bdi>{bucket.name}</bdi>
      </Link>
      {names.map((name, at) => (
        <span key={folderOf(at)}>
          <span aria-hidden="true">/</span>
          {at === names.length - 1 ? (
            <bdi aria-current="page">{name}</bdi>
          ) : (
            <Link to={bucketPath(bucket.id, folderOf(at))}>
              <bdi>{name}</bdi>
            </Link>
          )}
        </span>
      ))}
    </nav>
  );
}
