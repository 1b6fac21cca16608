import type { ReactNode } from "react";

/** A table of facts with a heading. In a narrow window, each row becomes a list. */
export function FactTable({
  title,
  columnNames,
  rows,
  action,
}: {
  readonly title: string;
  readonly columnNames: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** The button that adds a row. A section without rows and without this button is not rendered. */
  readonly action?: ReactNode;
}) {
  if (rows.length === 0 && !action) return null;
  return (
    <section>
      <header className="facts-head">
        <h2>{title}</h2>
        {action}
      </header>
      {rows.length > 0 && (
        <table className="facts">
          <thead>
            <tr>
              {columnNames.map((name) => (
                <th key={name} scope="col">
                  {name || <span className="visually-hidden">Actions</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are drawn once and never move
              <tr key={index}>
                {cells.map((cell, column) => (
                  <td key={columnNames[column]} data-label={columnNames[column]}>
                    {cell || (columnNames[column] !== "" && <span className="quiet">–</span>)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
