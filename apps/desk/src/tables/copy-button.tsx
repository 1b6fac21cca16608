import { useState } from "react";
import type { Column, Structure } from "../api/catalog.ts";
import { type Row, type RunAs, readCell } from "../api/rows.ts";
import { type Format, formatRows, formats } from "../export/formats.ts";
import { useToasts } from "../shell/toasts.tsx";

/** Copies rows as CSV, JSON or SQL. The grid shortens long values, so those are fetched in full first. */
export function CopyButton({
  structure,
  as,
  columns,
  rows,
}: {
  readonly structure: Structure;
  readonly as: RunAs;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}) {
  const toasts = useToasts();
  const [isCopying, setCopying] = useState(false);
  const { schema, name } = structure;
  const readCells = (row: Row) =>
    Promise.all(
      row.cells.map(async (cell, index) => {
        const column = columns[index];
        if (!row.cut?.includes(index) || !row.key || !column) return cell;
        return (await readCell({ schema, name, as }, row.key, column.name)).value;
      }),
    );
  const copy = async (format: Format) => {
    if (isCopying) return;
    setCopying(true);
    try {
      const completeRows: (string | null)[][] = [];
      for (const row of rows) completeRows.push(await readCells(row));
      await navigator.clipboard.writeText(
        formatRows(format, { schema, name, columns, rows: completeRows }),
      );
      toasts.show(`Copied ${rows.length === 1 ? "1 row" : `${rows.length} rows`} as ${format}.`);
    } catch (error) {
      toasts.fail(error);
    }
    setCopying(false);
  };
  return (
    <fieldset className="button-group">
      <legend className="visually-hidden">Copy as</legend>
      {formats.map((format) => (
        <button
          key={format}
          type="button"
          className="button"
          aria-disabled={isCopying}
          onClick={() => void copy(format)}
        >
          <span className="wide-only">Copy </span>
          {format}
        </button>
      ))}
    </fieldset>
  );
}
