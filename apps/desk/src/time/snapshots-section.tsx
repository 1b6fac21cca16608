import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { getSnapshots, type Snapshot, type Snapshots, saveSnapshot } from "../api/time.ts";
import { formatDateTime, formatSignedBytes } from "../export/units.ts";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";

const snapshotsKey = ["snapshots"] as const;

/** Lists the snapshots, saves new ones and restores them. */
export function SnapshotsSection() {
  const id = useId();
  const snapshots = useQuery({ queryKey: snapshotsKey, queryFn: getSnapshots });
  const [snapshotToRestore, setSnapshotToRestore] = useState<Snapshot | null>(null);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Snapshots</h2>
      <p className="quiet">
        A copy of the database and its files, as <code>portico snapshot</code> makes it.
      </p>
      {snapshots.isPending && <p className="quiet">Loading …</p>}
      {snapshots.isError && (
        <Failure error={snapshots.error} onRetry={() => void snapshots.refetch()} />
      )}
      {snapshots.data?.snapshots === null && (
        <p className="quiet">The database is in memory, so there is nothing to copy.</p>
      )}
      {snapshots.data?.snapshots && (
        <>
          {snapshots.data.hasFailed && (
            <p className="message message-danger" role="alert">
              The server could not start with the last snapshot that was restored, so it continues
              with the previous database. See its output for the reason.
            </p>
          )}
          <SaveForm names={snapshots.data.snapshots.map(({ name }) => name)} />
          <SnapshotList data={snapshots.data} onChoose={setSnapshotToRestore} />
        </>
      )}
      {snapshotToRestore && (
        <RestoreDialog snapshot={snapshotToRestore} onClose={() => setSnapshotToRestore(null)} />
      )}
    </section>
  );
}

function SaveForm({ names }: { readonly names: readonly string[] }) {
  const id = useId();
  const toasts = useToasts();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const exists = names.includes(name);
  const save = useMutation({
    mutationFn: () => saveSnapshot(name, exists),
    onSuccess: (next) => {
      client.setQueryData(snapshotsKey, next);
      toasts.show(`Saved the snapshot ${name}.`);
      setName("");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <>
      <form className="inline-form" onSubmit={submit}>
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          className="input"
          required
          maxLength={64}
          spellCheck={false}
          autoCapitalize="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button" aria-disabled={save.isPending}>
          {save.isPending ? "Saving …" : exists ? "Replace the snapshot" : "Save a snapshot"}
        </button>
      </form>
      {save.isError && <Failure error={save.error} />}
    </>
  );
}

function SnapshotList({
  data: { snapshots, canRestore },
  onChoose,
}: {
  readonly data: Snapshots;
  readonly onChoose: (snapshot: Snapshot) => void;
}) {
  if (!snapshots || snapshots.length === 0) return <p className="quiet">There are none yet.</p>;
  return (
    <>
      <ul className="rows">
        {snapshots.map((snapshot) => (
          <li key={snapshot.name}>
            <span className="row-main">
              <bdi className="fact-name">{snapshot.name}</bdi>
              <span className="quiet">
                <time dateTime={snapshot.date}>{formatDateTime(snapshot.date)}</time>,{" "}
                {formatSignedBytes(snapshot.sizeBytes)}
                {snapshot.hasFiles ? "" : ", without files"}
              </span>
            </span>
            {canRestore && (
              <button
                type="button"
                className="button button-small"
                aria-haspopup="dialog"
                onClick={() => onChoose(snapshot)}
              >
                Back to here<span className="visually-hidden"> ({snapshot.name})</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {!canRestore && (
        <p className="quiet">
          This server runs inside another program. To go back, stop it and run{" "}
          <code>portico snapshot restore</code>.
        </p>
      )}
    </>
  );
}
