import { Link } from "react-router";
import type { Diagram } from "../api/schema.ts";

/** Lists the relations of the diagram, for screen readers, for searches in the page and for print. */
export function RelationText({
  schema,
  diagram,
}: {
  readonly schema: string;
  readonly diagram: Diagram;
}) {
  const { relations } = diagram;
  return (
    <details className="relation-text">
      <summary>
        {relations.length === 1 ? "1 relation" : `${relations.length} relations`} as a list
      </summary>
      <ul aria-label="Relations">
        {relations.map(({ name, table, columns, target, isUnique }) => (
          <li key={`${table} ${name}`}>
            <Link to={`/tables/${encodeURIComponent(schema)}/${encodeURIComponent(table)}`}>
              {table}
            </Link>{" "}
            ({columns.join(", ")}) references{" "}
            <Link
              to={`/tables/${encodeURIComponent(target.schema)}/${encodeURIComponent(target.name)}`}
            >
              {target.schema === schema ? target.name : `${target.schema}.${target.name}`}
            </Link>{" "}
            ({target.columns.join(", ")}), {isUnique ? "one to one" : "many to one"}
          </li>
        ))}
      </ul>
    </details>
  );
}
