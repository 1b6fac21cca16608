import { useCallback, useMemo, useState } from "react";
import type { Column, Structure } from "../api/catalog.ts";
import type { Row, RowsQuery, Values } from "../api/rows.ts";
import { nameOf, ownerRole, useRunAs } from "../run-as/run-as.tsx";
import { Failure } from "../shell/failure.tsx";
import { Icon } from "../shell/icons.tsx";
import { CellDialog } from "./cell-dialog.tsx";
import { CopyButton } from "./copy-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { Grid } from "./grid/grid.tsx";
import { selectionKey } from "./grid/grid-row.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { RowForm } from "./row-form.tsx";
import { useRowChanges } from "./use-row-changes.ts";
import { useRows } from "./use-rows.ts";
import { useViewState } from "./view-state.ts";

interface OpenCell {
  readonly row: Row;
  readonly column: Column;
  readonly element: Element;
}

type Form =
  | { readonly kind: "insert"; readonly initialValues: Values }
  | { readonly kind: "import" };

/** Shows the rows of a table as the chosen role sees them. */
export function RowsView({ structure }: { readonly structure: Structure }) {
  const { schema, name } = structure;
  const { runAs, user } = useRunAs();
  const [state, changeState] = useViewState();
  const [openCell, setOpenCell] = useState<OpenCell | null>(null);
  const [form, setForm] = useState<Form | null>(null);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const query = useMemo<RowsQuery>(
    () => ({ schema, name, as: runAs, ...state }),
    [schema, name, runAs, state],
  );
  const rows = useRows(query);
  const changes = useRowChanges(query, structure, rows);
  const columns = useMemo(
    () =>
      rows.columns.flatMap(
        (columnName) => structure.columns.find((column) => column.name === columnName) ?? [],
      ),
    [rows.columns, structure.columns],
  );
  const hiddenColumnCount = rows.columns.length > 0 ? structure.columns.length - columns.length : 0;
  const canSelect = rows.rows[0]?.key != null;
  const selectedRows = useMemo(
    () => rows.rows.filter((row) => selection.has(selectionKey(row))),
    [rows.rows, selection],
  );
  const isTable = structure.kind === "table" || structure.kind === "partitioned table";
  const loadMore = useCallback(() => void rows.loadMore(), [rows.loadMore]);
  const sortBy = (column: string) => {
    const { sort } = state;
    if (sort?.column !== column) changeState({ sort: { column, isDescending: false } });
    else changeState({ sort: sort.isDescending ? undefined : { column, isDescending: true } });
  };
  const removeSelected = async () => {
    setSelection(new Set());
    await changes.remove(selectedRows);
  };
  const copyableValues = (row: Row): Values =>
    Object.fromEntries(
      columns.flatMap((column, index) =>
        column.keyPosition !== null || column.isGenerated || column.isIdentity
          ? []
          : [[column.name, row.cells[index] ?? null]],
      ),
    );
  const isFiltered = state.filters.length > 0 || state.search !== "";

  return (
    <>
      <div className="toolbar" role="toolbar" aria-label="Rows">
        {selectedRows.length > 0 ? (
          <>
            <p className="toolbar-count" role="status">
              {selectedRows.length} selected
            </p>
            <CopyButton structure={structure} as={runAs} columns={columns} rows={selectedRows} />
            {selectedRows.length === 1 && selectedRows[0] && rows.may.insert && (
              <button
                type="button"
                className="button"
                onClick={() =>
                  setForm({ kind: "insert", initialValues: copyableValues(selectedRows[0] as Row) })
                }
              >
                <Icon name="copy" />
                Duplicate
              </button>
            )}
            {rows.may.delete && (
              <button
                type="button"
                className="button button-danger"
                onClick={() => void removeSelected()}
              >
                <Icon name="trash" />
                Delete
              </button>
            )}
            <button
              type="button"
              className="button button-quiet"
              onClick={() => setSelection(new Set())}
            >
              Clear
            </button>
          </>
        ) : (
          <>
            <FilterBar columns={structure.columns} state={state} onChange={changeState} />
            <span className="toolbar-gap" />
            <button
              type="button"
              className="icon-button"
              aria-label="Reload rows"
              title="Reload rows"
              onClick={() => void rows.reload()}
            >
              <Icon name="refresh" />
            </button>
            {isTable && (
              <>
                <button
                  type="button"
                  className="button"
                  onClick={() => setForm({ kind: "import" })}
                >
                  <Icon name="upload" />
                  <span className="wide-text">Import</span>
                </button>
                <button
                  type="button"
                  className="button button-primary"
                  onClick={() => setForm({ kind: "insert", initialValues: {} })}
                >
                  <Icon name="plus" />
                  <span className="wide-text">Insert</span>
                </button>
              </>
            )}
          </>
        )}
      </div>
      {rows.error ? (
        <Failure error={rows.error} onRetry={() => void rows.reload()} />
      ) : (
        <>
          {rows.isLoading ? (
            <div className="grid" />
          ) : rows.rows.length === 0 ? (
            <EmptyRows isFiltered={isFiltered} structure={structure} />
          ) : (
            <Grid
              label={`Rows of ${name}`}
              columns={columns}
              rows={rows.rows}
              rowCount={rows.total?.isExact ? rows.total.rows : undefined}
              sort={state.sort}
              onSort={sortBy}
              selection={selection}
              onSelect={setSelection}
              canSelect={canSelect}
              hasMore={rows.hasMore}
              onLoadMore={loadMore}
              onOpen={(row, column, element) => setOpenCell({ row, column, element })}
              onDelete={() => void removeSelected()}
            />
          )}
          <footer className="status-line" role="status">
            <span>
              {rows.isLoading ? "Loading …" : countText(rows.total, structure, isFiltered)}
            </span>
            {runAs.role !== ownerRole && (
              <span>
                as <bdi>{user ? nameOf(user) : runAs.role}</bdi>
              </span>
            )}
            {hiddenColumnCount > 0 && (
              <span>{hiddenColumnCount} columns hidden from this role</span>
            )}
            {rows.isLoadingMore && <span>Loading more …</span>}
          </footer>
        </>
      )}
      {openCell && (
        <CellDialog
          target={{ schema, name, as: runAs }}
          row={openCell.row}
          column={openCell.column}
          value={openCell.row.cells[columns.indexOf(openCell.column)] ?? null}
          isCut={openCell.row.cut?.includes(columns.indexOf(openCell.column)) ?? false}
          canEdit={rows.may.update && openCell.row.key !== null && !openCell.column.isGenerated}
          anchor={openCell.element}
          onSave={(value, previous) =>
            changes.update(openCell.row, openCell.column.name, value, previous)
          }
          onClose={() => setOpenCell(null)}
        />
      )}
      {form?.kind === "insert" && (
        <RowForm
          structure={structure}
          initialValues={form.initialValues}
          onInsert={(values) => changes.insert([values])}
          onClose={() => {
            setForm(null);
            setSelection(new Set());
          }}
        />
      )}
      {form?.kind === "import" && (
        <ImportDialog
          structure={structure}
          onInsert={changes.insert}
          onClose={() => setForm(null)}
        />
      )}
    </>
  );
}

function countText(
  total: { readonly rows: number; readonly isExact: boolean } | null,
  { estimate }: Structure,
  isFiltered: boolean,
): string {
  if (!total) return "";
  const count = total.rows.toLocaleString("en-US");
  if (total.isExact) return total.rows === 1 ? "1 row" : `${count} rows`;
  const hasEstimate = !isFiltered && estimate !== null && estimate > total.rows;
  return hasEstimate
    ? `About ${Math.round(estimate).toLocaleString("en-US")} rows`
    : `More than ${count} rows`;
}

function EmptyRows({
  isFiltered,
  structure,
}: {
  readonly isFiltered: boolean;
  readonly structure: Structure;
}) {
  const { runAs } = useRunAs();
  const isRestricted = runAs.role !== ownerRole && structure.hasRowSecurity;
  return (
    <div className="empty">
      <h2>{isFiltered ? "No row matches" : "No rows"}</h2>
      {isFiltered ? (
        <p className="quiet">Remove a filter or search for something else.</p>
      ) : isRestricted ? (
        <p className="quiet">
          The table is empty, or no policy lets {runAs.role} see a row of it. See it as {ownerRole}{" "}
          to find out which.
        </p>
      ) : (
        <p className="quiet">Insert a row, or import a CSV file.</p>
      )}
    </div>
  );
}
