import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getLosses, getSnapshots, getTime, restoreSnapshot, type Snapshot } from "../api/time.ts";
import { formatDateTime } from "../export/units.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { useToasts } from "../shell/toasts.tsx";

const pollMs = 250;
/** The same limit as in `portico snapshot restore`. */
const maxRestartMs = 120_000;

/** Shows what restoring a snapshot deletes, and restores it. */
export function RestoreDialog({
  snapshot: { name, date },
  onClose,
}: {
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}) {
  const toasts = useToasts();
  const client = useQueryClient();
  const losses = useQuery({
    queryKey: ["losses", name],
    queryFn: () => getLosses(name),
    staleTime: 0,
  });
  const restore = useMutation({
    mutationFn: () => restoreAndWait(name),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Dialog title={`Back to ${name}`} className="dialog-narrow" onClose={onClose}>
      {(close) => (
        <div className="restore">
          <p>
            The database and its files become those of {formatDateTime(date)}. Everything that has
            changed since then is lost:
          </p>
          {losses.isPending && <p className="quiet">Counting …</p>}
          {losses.isError && <Failure error={losses.error} />}
          {losses.data && (
            <ul className="why-sentences">
              <li>{countText(losses.data.accounts, "new account")}</li>
              <li>{countText(losses.data.files, "new file")}</li>
              <li>all other changes of rows, tables and settings of accounts</li>
            </ul>
          )}
          <p className="quiet">The server restarts, which takes a few seconds.</p>
          {restore.isError && <Failure error={restore.error} />}
          <p className="button-row">
            <button
              type="button"
              className="button button-danger"
              aria-disabled={restore.isPending || !losses.data}
              onClick={() => {
                if (restore.isPending || !losses.data) return;
                restore.mutate(undefined, {
                  onSuccess: () => {
                    toasts.show(`The database is that of the snapshot ${name}.`);
                    close();
                  },
                });
              }}
            >
              {restore.isPending ? "Going back …" : "Go back"}
            </button>
            <button type="button" className="button" onClick={close}>
              Cancel
            </button>
          </p>
        </div>
      )}
    </Dialog>
  );
}

const countText = (count: number, name: string) => `${count} ${name}${count === 1 ? "" : "s"}`;

/** @throws {Error} if the server does not start with the snapshot */
async function restoreAndWait(name: string): Promise<void> {
  const { startedAt } = await getTime();
  await restoreSnapshot(name);
  const deadline = performance.now() + maxRestartMs;
  for (;;) {
    // The server does not answer while it restarts.
    const time = await getTime().catch(() => undefined);
    if (time && time.startedAt !== startedAt) break;
    if (performance.now() > deadline) {
      throw new Error("The server did not restart. See its output for the reason.");
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const { hasFailed } = await getSnapshots();
  if (hasFailed) {
    throw new Error(
      "The server could not start with the snapshot, so it continues with the previous database.",
    );
  }
}
