import type { ReactNode } from "react";

/** A table of facts with a heading. On a narrow window each row is a list. */
export function Facts({
  title,
  head,
  rows,
  action,
}: {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** The button that adds a row. Without it and without rows, the section is left out. */
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
              {head.map((name) => (
                <th key={name} scope="col">
                  {name || <span className="visually-hidden">Actions</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
              <tr key={at}>
                {cells.map((cell, column) => (
                  <td key={head[column]} data-label={head[column]}>
                    {cell || (head[column] !== "" && <span className="quiet">–</span>)}
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
