import { Failure } from "./failure.tsx";

interface ListQuery {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** Shows that a list is loading, could not be loaded, or has no entries. */
export function ListStatus({
  query,
  emptyText,
}: {
  readonly query: ListQuery;
  /** Set if the list has loaded and has no entries. */
  readonly emptyText?: string | false;
}) {
  if (query.isPending) return <p className="quiet list-note">Loading …</p>;
  return (
    <>
      {query.error && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {emptyText && <p className="quiet list-note">{emptyText}</p>}
    </>
  );
}

/** The button below a list that has more entries than it shows. */
export function MoreButton({
  isDisabled = false,
  onMore,
}: {
  readonly isDisabled?: boolean;
  readonly onMore: () => void;
}) {
  return (
    <p className="list-note">
      <button type="button" className="button" aria-disabled={isDisabled} onClick={onMore}>
        Show more
      </button>
    </p>
  );
}
