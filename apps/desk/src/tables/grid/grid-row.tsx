import type { VirtualItem } from "@tanstack/react-virtual";
import { type MouseEvent, memo } from "react";
import type { Column } from "../../api/catalog.ts";
import type { Row } from "../../api/rows.ts";
import { CellText } from "./cell.tsx";

export const selectionKey = ({ key }: Row) => JSON.stringify(key);

/** Returns the id of a cell's element. */
export const cellIdOf = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`;

interface GridRowProps {
  /** The id of the grid. */
  readonly id: string;
  readonly row: Row;
  readonly rowIndex: number;
  readonly top: number;
  readonly columns: readonly Column[];
  readonly columnItems: readonly VirtualItem[];
  readonly canSelect: boolean;
  readonly isSelected: boolean;
  /** The column of the cell that has the focus, if it is in this row. */
  readonly activeColumn: number | undefined;
  readonly onToggle: (row: number, isRange: boolean) => void;
  readonly onCellClick: (row: number, column: number, event: MouseEvent) => void;
}

/** A row of the grid. It is memoized, so that scrolling renders only the rows that become visible. */
export const GridRow = memo(function GridRow({
  id,
  row,
  rowIndex,
  top,
  columns,
  columnItems,
  canSelect,
  isSelected,
  activeColumn,
  onToggle,
  onCellClick,
}: GridRowProps) {
  return (
    <div
      role="row"
      className="grid-row"
      aria-rowindex={rowIndex + 2}
      aria-selected={canSelect ? isSelected : undefined}
      style={{ top }}
    >
      {canSelect && (
        <div
          role="gridcell"
          id={cellIdOf(id, rowIndex, -1)}
          className="grid-select"
          aria-colindex={1}
          data-active={activeColumn === -1}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select row ${rowIndex + 1}`}
            checked={isSelected}
            onChange={() => {}}
            onClick={(event) => onToggle(rowIndex, event.shiftKey)}
          />
        </div>
      )}
      {columnItems.map(({ index, start: left, size }) => {
        const column = columns[index] as Column;
        return (
          <div
            key={column.name}
            id={cellIdOf(id, rowIndex, index)}
            role="gridcell"
            className="grid-cell"
            aria-colindex={index + (canSelect ? 2 : 1)}
            data-active={activeColumn === index}
            data-category={column.category}
            style={{ width: size, left }}
            onClick={(event) => onCellClick(rowIndex, index, event)}
          >
            <CellText
              column={column}
              value={row.cells[index] ?? null}
              isCut={row.cut?.includes(index) ?? false}
            />
          </div>
        );
      })}
    </div>
  );
});
