import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from "react";
import type { Column } from "../../api/catalog.ts";
import type { Row, Sort } from "../../api/rows.ts";
import { Icon } from "../../shell/icons.tsx";
import { columnWidth } from "../../values/kind.ts";
import { cellIdOf, GridRow, selectionKey } from "./grid-row.tsx";
import { useActiveCell } from "./use-active-cell.ts";
import { useLatestCallback, useStableItems } from "./use-stable.ts";

const rowHeight = 36;
const checkboxWidth = 44;
/** The grid requests the next page when fewer than this many loaded rows are left below. */
const loadAheadRows = 60;

export interface GridProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The number of rows in the table, once it is known. */
  readonly rowCount: number | undefined;
  readonly sort: Sort | undefined;
  readonly onSort: (column: string) => void;
  readonly selection: ReadonlySet<string>;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
  readonly canSelect: boolean;
  readonly hasMore: boolean;
  readonly onLoadMore: () => void;
  /** Opens a cell for reading or editing. */
  readonly onOpen: (row: Row, column: Column, element: Element) => void;
  readonly onDelete: () => void;
}

/**
 * A grid that renders only the visible rows and columns, so it cannot be a `<table>`. The focus stays on the grid
 * itself (`aria-activedescendant`), which handles the keys of all cells.
 */
export function Grid(props: GridProps) {
  const { columns, rows, selection, onSelect, canSelect, hasMore, onLoadMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const lastSelected = useRef(0);
  const lastClicked = useRef("");
  const id = useId();
  const selectColumnWidth = canSelect ? checkboxWidth : 0;
  const rowWindow = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: 16,
  });
  const columnWindow = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const column = columns[index];
      return column ? columnWidth(column) : 0;
    },
    overscan: 3,
    scrollPaddingStart: selectColumnWidth,
    scrollPaddingEnd: 16,
    paddingStart: selectColumnWidth,
  });
  const { active, setActive, handleKey } = useActiveCell({
    rows: rows.length,
    columns: columns.length,
    firstColumn: canSelect ? -1 : 0,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    onMove: ({ row, column }) => {
      if (row >= 0) rowWindow.scrollToIndex(row);
      if (column >= 0) columnWindow.scrollToIndex(column);
    },
  });

  const visibleRows = rowWindow.getVirtualItems();
  const visibleColumns = columnWindow.getVirtualItems();
  const lastVisible = visibleRows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastVisible >= rows.length - loadAheadRows) onLoadMore();
  }, [hasMore, lastVisible, rows.length, onLoadMore]);

  const toggle = (index: number, isRange: boolean) => {
    const rangeStart = isRange ? Math.min(lastSelected.current, index) : index;
    const rangeEnd = isRange ? Math.max(lastSelected.current, index) : index;
    const nextSelection = new Set(selection);
    const isSelecting = isRange || !nextSelection.has(selectionKey(rows[index] as Row));
    for (const row of rows.slice(rangeStart, rangeEnd + 1)) {
      if (isSelecting) nextSelection.add(selectionKey(row));
      else nextSelection.delete(selectionKey(row));
    }
    lastSelected.current = index;
    onSelect(nextSelection);
  };
  const isAllSelected = rows.length > 0 && selection.size >= rows.length;
  const toggleAll = () => onSelect(isAllSelected ? new Set() : new Set(rows.map(selectionKey)));

  const cellId = (row: number, column: number) => cellIdOf(id, row, column);
  const openCell = (row: number, column: number) => {
    const element = document.getElementById(cellId(row, column));
    const openedRow = rows[row];
    const columnDefinition = columns[column];
    if (openedRow && columnDefinition && element)
      props.onOpen(openedRow, columnDefinition, element);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || handleKey(event)) return;
    const { row, column } = active;
    const isModified = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" || event.key === "F2") {
      event.preventDefault();
      if (row >= 0 && column >= 0) openCell(row, column);
      else if (row >= 0) toggle(row, false);
      else if (column >= 0) props.onSort(columns[column]?.name ?? "");
      else toggleAll();
    } else if (event.key === " " && canSelect) {
      event.preventDefault();
      if (row >= 0) toggle(row, event.shiftKey);
      else toggleAll();
    } else if (isModified && event.key.toLowerCase() === "a" && canSelect) {
      event.preventDefault();
      onSelect(new Set(rows.map(selectionKey)));
    } else if (isModified && event.key.toLowerCase() === "c" && row >= 0 && column >= 0) {
      if (String(getSelection()) !== "") return;
      event.preventDefault();
      void navigator.clipboard.writeText(rows[row]?.cells[column] ?? "");
    } else if (event.key === "Delete" && selection.size > 0) {
      event.preventDefault();
      props.onDelete();
    }
  };

  const isActive = (row: number, column: number) => active.row === row && active.column === column;
  const onCellClick = useLatestCallback((row: number, column: number, event: MouseEvent) => {
    scroller.current?.focus({ preventScroll: true });
    // A second click or tap on the same cell opens it.
    const id = cellId(row, column);
    if (lastClicked.current === id || event.detail === 2) openCell(row, column);
    lastClicked.current = id;
    setActive({ row, column });
  });
  const onToggle = useLatestCallback(toggle);
  const stableColumns = useStableItems(visibleColumns);
  const width = columnWindow.getTotalSize();

  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={props.rowCount === undefined ? -1 : props.rowCount + 1}
      aria-colcount={columns.length + (canSelect ? 1 : 0)}
      aria-multiselectable={canSelect}
      aria-activedescendant={cellId(active.row, active.column)}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="grid-head" style={{ width }}>
        <div role="row" aria-rowindex={1} className="grid-row">
          {canSelect && (
            <div
              role="columnheader"
              id={cellId(-1, -1)}
              className="grid-select"
              aria-colindex={1}
              data-active={isActive(-1, -1)}
            >
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label="Select all loaded rows"
                checked={isAllSelected}
                onChange={toggleAll}
              />
            </div>
          )}
          {visibleColumns.map(({ index, start: left, size }) => {
            const column = columns[index] as Column;
            const sort = props.sort?.column === column.name ? props.sort : undefined;
            return (
              <div
                key={column.name}
                id={cellId(-1, index)}
                role="columnheader"
                className="grid-header"
                aria-colindex={index + (canSelect ? 2 : 1)}
                aria-sort={sort ? (sort.isDescending ? "descending" : "ascending") : "none"}
                data-active={isActive(-1, index)}
                style={{ width: size, left }}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  title={`${column.name} ${column.type}`}
                  onClick={() => {
                    setActive({ row: -1, column: index });
                    props.onSort(column.name);
                  }}
                >
                  {column.keyPosition !== null && <Icon name="key" />}
                  <bdi>{column.name}</bdi>
                  <span className="grid-type">{column.type}</span>
                  {sort && <span aria-hidden="true">{sort.isDescending ? "↓" : "↑"}</span>}
                </button>
              </div>
            );
          })}
        </div>
      </div>
      <div
        role="rowgroup"
        className="grid-body"
        style={{ width, height: rowWindow.getTotalSize() }}
      >
        {visibleRows.map(({ index: rowIndex, start: top }) => {
          const row = rows[rowIndex] as Row;
          return (
            <GridRow
              key={row.key ? selectionKey(row) : rowIndex}
              id={id}
              row={row}
              rowIndex={rowIndex}
              top={top}
              columns={columns}
              columnItems={stableColumns}
              canSelect={canSelect}
              isSelected={canSelect && selection.has(selectionKey(row))}
              activeColumn={active.row === rowIndex ? active.column : undefined}
              onToggle={onToggle}
              onCellClick={onCellClick}
            />
          );
        })}
      </div>
    </div>
  );
}
