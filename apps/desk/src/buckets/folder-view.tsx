import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Link } from "react-router";
import { type Bucket, deleteFiles, listFolder, type StoredFile } from "../api/storage.ts";
import { useRunAs } from "../run-as/run-as.tsx";
import { FormDialog } from "../shell/form-dialog.tsx";
import { formatBytes, formatCount, formatTime } from "../shell/format.ts";
import { Icon } from "../shell/icons.tsx";
import { ListStatus, MoreButton } from "../shell/list-parts.tsx";
import { SearchField } from "../shell/search-field.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { baseName, bucketPath, folderKey } from "./bucket-path.ts";
import { FileDialog } from "./file-dialog.tsx";
import { FolderTools } from "./folder-tools.tsx";
import { DropArea, UploadButton, UploadList } from "./upload.tsx";
import { useUploads } from "./use-uploads.ts";

/** Lists the folders and files of a folder, and uploads files into it. */
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
  const { runAs, user } = useRunAs();
  const client = useQueryClient();
  const toasts = useToasts();
  const [search, setSearch] = useState("");
  const [openFile, setOpenFile] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isDeleting, setDeleting] = useState(false);
  const deferredSearch = useDeferredValue(search);
  const pages = useInfiniteQuery({
    queryKey: [...folderKey(bucket.id), folder, deferredSearch, runAs],
    queryFn: ({ pageParam, signal }) =>
      listFolder(
        { as: runAs, bucket: bucket.id, folder, search: deferredSearch, cursor: pageParam },
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
    const nextSelection = new Set(selected);
    if (!nextSelection.delete(name)) nextSelection.add(name);
    setSelected(nextSelection);
  };
  return (
    <DropArea onFiles={uploads.add}>
      <div className="toolbar">
        <SearchField
          label="Search by the beginning of a name"
          placeholder="Name begins with"
          value={search}
          maxLength={200}
          onChange={setSearch}
        />
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
      <Breadcrumbs bucket={bucket} folder={folder} />
      <UploadList uploads={uploads} />
      <section className="page-scroll" aria-label="Files">
        <ListStatus query={pages} />
        {pages.isSuccess && folders.length + files.length === 0 && (
          <div className="empty">
            <h2>{search === "" ? "No files" : "No name begins with this"}</h2>
            <p className="quiet">
              {search !== ""
                ? "Folders are searched one by one."
                : runAs.role === "postgres" || runAs.role === "service_role"
                  ? "Drop files here to upload them."
                  : `${user ? "This user" : runAs.role} sees no files here. The policies decide that.`}
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
              onOpen={() => setOpenFile(file.name)}
            />
          ))}
        </ul>
        {pages.hasNextPage && (
          <MoreButton
            isDisabled={pages.isFetchingNextPage}
            onMore={() => void pages.fetchNextPage()}
          />
        )}
      </section>
      {openFile !== null && (
        <FileDialog
          location={{ as: runAs, bucket: bucket.id, name: openFile }}
          buckets={buckets}
          isPublic={bucket.public}
          onChanged={() => void reload()}
          onClose={() => setOpenFile(null)}
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

/** Links to the folders above the current one. */
function Breadcrumbs({ bucket, folder }: { readonly bucket: Bucket; readonly folder: string }) {
  if (folder === "") return null;
  const names = folder.split("/").filter((name) => name !== "");
  const pathTo = (index: number) => `${names.slice(0, index + 1).join("/")}/`;
  return (
    <nav className="trail" aria-label="Folders">
      <Link to={bucketPath(bucket.id)}>
        <bdi>{bucket.name}</bdi>
      </Link>
      {names.map((name, index) => (
        <span key={pathTo(index)}>
          <span aria-hidden="true">/</span>
          {index === names.length - 1 ? (
            <bdi aria-current="page">{name}</bdi>
          ) : (
            <Link to={bucketPath(bucket.id, pathTo(index))}>
              <bdi>{name}</bdi>
            </Link>
          )}
        </span>
      ))}
    </nav>
  );
}
