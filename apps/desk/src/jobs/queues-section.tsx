import { useId, useState } from "react";
import type { Queue } from "../api/jobs.ts";
import { formatDuration } from "../export/units.ts";
import { QueueDialog } from "./queue-dialog.tsx";

/** Lists the queues of pgmq. */
export function QueuesSection({
  queues,
  onChange,
}: {
  readonly queues: readonly Queue[] | null;
  readonly onChange: () => Promise<unknown>;
}) {
  const id = useId();
  const [openQueue, setOpenQueue] = useState<string | null>(null);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Queues</h2>
      {queues === null && (
        <p className="quiet">
          pgmq is not installed. A migration with <code>create extension pgmq</code> installs it.
        </p>
      )}
      {queues?.length === 0 && (
        <p className="quiet">
          There are none. <code>pgmq.create</code> creates one.
        </p>
      )}
      {queues && queues.length > 0 && (
        <ul className="rows">
          {queues.map(({ name, length, visible, oldestSeconds, total, archived }) => (
            <li key={name}>
              <div className="row-main">
                <h3>
                  <bdi>{name}</bdi>
                </h3>
                <span className="quiet">
                  {length} {length === 1 ? "message" : "messages"}
                  {visible < length ? `, ${length - visible} of them taken or delayed` : ""}
                  {oldestSeconds === null
                    ? ""
                    : `, the oldest ${formatDuration(oldestSeconds * 1_000)} ago`}
                  {`, ${total} sent, ${archived} archived`}
                </span>
              </div>
              <button
                type="button"
                className="button button-small"
                aria-haspopup="dialog"
                onClick={() => setOpenQueue(name)}
              >
                Open<span className="visually-hidden"> the queue {name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {openQueue !== null && (
        <QueueDialog queue={openQueue} onChange={onChange} onClose={() => setOpenQueue(null)} />
      )}
    </section>
  );
}
