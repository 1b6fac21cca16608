import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import { getSizes, type TableGrowth } from "../api/advice.ts";
import { formatDateTime, formatSignedBytes } from "../export/units.ts";
import { Failure } from "../shell/failure.tsx";

/** A table above this size gets a hint on how to keep it small. */
const largeBytes = 100_000_000;

/** Lists the largest tables, and how they have grown since the server started. */
export function SizesSection() {
  const id = useId();
  const sizes = useQuery({ queryKey: ["advice", "sizes"], queryFn: getSizes });
  const tables = (sizes.data?.tables ?? []).filter(
    ({ isOwn, grownBytes, grownRows }) => isOwn || Boolean(grownBytes) || Boolean(grownRows),
  );
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Growth of tables</h2>
      {sizes.isPending && <p className="quiet">Measuring …</p>}
      {sizes.isError && <Failure error={sizes.error} onRetry={() => void sizes.refetch()} />}
      {sizes.data && (
        <p className="quiet">
          With indexes, and the change since {formatDateTime(sizes.data.since)}. Numbers of rows are
          estimates.
        </p>
      )}
      {sizes.isSuccess && tables.length === 0 && (
        <p className="quiet">There are no tables yet, and no other table has grown.</p>
      )}
      {tables.length > 0 && (
        <ul className="rows">
          {tables.map((table) => (
            <SizeItem key={`${table.schema}.${table.name}`} table={table} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SizeItem({
  table: { schema, name, bytes, rows, grownBytes, grownRows },
}: {
  readonly table: TableGrowth;
}) {
  return (
    <li>
      <div className="row-main">
        <Link to={`/tables/${encodeURIComponent(schema)}/${encodeURIComponent(name)}`}>
          <bdi className="fact-name">{`${schema}.${name}`}</bdi>
        </Link>
        <span className="quiet">
          {formatSignedBytes(bytes)} (
          {grownBytes === null ? "new" : changeText(grownBytes, formatSignedBytes)}),{" "}
          {rows.toLocaleString("en-US")} rows
          {grownRows ? ` (${changeText(grownRows, (count) => count.toLocaleString("en-US"))})` : ""}
        </span>
        {bytes > largeBytes && (
          <span className="quiet">
            If old rows are not needed, a scheduled job can delete them; see Jobs.
          </span>
        )}
      </div>
    </li>
  );
}

const changeText = (amount: number, format: (amount: number) => string) =>
  amount === 0 ? "unchanged" : `${amount > 0 ? "+" : ""}${format(amount)}`;
