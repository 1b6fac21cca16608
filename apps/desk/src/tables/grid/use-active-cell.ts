import { type KeyboardEvent, useState } from "react";

/** The indexes of a cell. Row -1 is the header; column -1 has the checkboxes. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

interface Bounds {
  readonly rows: number;
  readonly columns: number;
  /** The index of the first column: -1 if rows can be selected, else 0. */
  readonly firstColumn: number;
  /** Returns how many rows are visible, for PageUp and PageDown. */
  readonly pageRows: () => number;
  readonly onMove: (position: Position) => void;
}

/** Tracks the active cell of the grid and handles the keys that move it (WAI-ARIA Authoring Practices, "Grid"). */
export function useActiveCell({ rows, columns, firstColumn, pageRows, onMove }: Bounds) {
  const [active, setActive] = useState<Position>({ row: 0, column: 0 });
  const clamped = {
    row: Math.min(active.row, rows - 1),
    column: Math.max(firstColumn, Math.min(active.column, columns - 1)),
  };
  const move = (next: Position) => {
    const position = {
      row: Math.max(-1, Math.min(next.row, rows - 1)),
      column: Math.max(firstColumn, Math.min(next.column, columns - 1)),
    };
    setActive(position);
    onMove(position);
  };
  /** Moves the active cell if the key is a navigation key, and returns whether it was one. */
  const handleKey = (event: KeyboardEvent): boolean => {
    const { row, column } = clamped;
    const isModified = event.ctrlKey || event.metaKey;
    const moves: Readonly<Record<string, Position>> = {
      ArrowUp: { row: isModified ? 0 : row - 1, column },
      ArrowDown: { row: isModified ? rows - 1 : row + 1, column },
      ArrowLeft: { row, column: isModified ? firstColumn : column - 1 },
      ArrowRight: { row, column: isModified ? columns - 1 : column + 1 },
      Home: { row: isModified ? 0 : row, column: 0 },
      End: { row: isModified ? rows - 1 : row, column: columns - 1 },
      PageUp: { row: Math.max(0, row - pageRows()), column },
      PageDown: { row: row + pageRows(), column },
    };
    const next = moves[event.key];
    if (!next) return false;
    event.preventDefault();
    move(next);
    return true;
  };
  return { active: clamped, setActive: move, handleKey };
}
