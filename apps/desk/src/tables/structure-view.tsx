import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Column, Structure } from "../api/catalog.ts";
import { tablePath } from "./view-state.ts";

/** Shows the columns, constraints, indexes, policies, triggers and grants of a table. */
export function StructureView({ structure }: { readonly structure: Structure }) {
  const { columns, constraints, indexes, policies, triggers, grants, definition } = structure;
  const isTable = structure.kind === "table" || structure.kind === "partitioned table";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="structure" tabIndex={0} aria-label={`Structure of ${structure.name}`}>
      {structure.comment && <p>{structure.comment}</p>}
      <Facts
        title="Columns"
        head={["Name", "Type", "Default", "References"]}
        rows={columns.map((column) => [
          <span key="name">
            <bdi className="fact-name">{column.name}</bdi>
            {column.keyPosition !== null && <span className="tag">primary key</span>}
            {!column.isNullable && column.keyPosition === null && (
              <span className="tag">not null</span>
            )}
            {column.comment && <span className="quiet fact-comment">{column.comment}</span>}
          </span>,
          <code key="type">{column.type}</code>,
          <ColumnDefault key="default" column={column} />,
          column.references && (
            <Link key="references" to={tablePath(column.references.schema, column.references.name)}>
              {column.references.schema}.{column.references.name}
            </Link>
          ),
        ])}
      />
      {isTable && (
        <section>
          <h2>Row-level security</h2>
          {structure.hasRowSecurity ? (
            <p>
              On
              {structure.forcesRowSecurity && ", also for the table's owner"}.{" "}
              {policies.length === 0 &&
                "There is no policy, so only the owner and service_role see rows."}
            </p>
          ) : (
            <p className="message message-warning">
              Off: every role with a grant below sees and changes all rows.
            </p>
          )}
        </section>
      )}
      <Facts
        title="Policies"
        head={["Name", "For", "To", "Using", "With check"]}
        rows={policies.map(({ name, command, isPermissive, roles, using, check }) => [
          <span key="name">
            <bdi className="fact-name">{name}</bdi>
            {!isPermissive && <span className="tag">restrictive</span>}
          </span>,
          command,
          roles.join(", "),
          using && <code key="using">{using}</code>,
          check && <code key="check">{check}</code>,
        ])}
      />
      <Facts
        title="Grants"
        head={["Role", "May", "Columns"]}
        rows={grants.map(({ role, privileges, columns: grantedColumns }) => [
          <span key="role" className="fact-name">
            {role}
          </span>,
          privileges.join(", "),
          grantedColumns ? grantedColumns.join(", ") : "all",
        ])}
      />
      <Facts
        title="Constraints"
        head={["Name", "Definition"]}
        rows={constraints.map(({ name, definition: text }) => [
          <bdi key="name" className="fact-name">
            {name}
          </bdi>,
          <code key="definition">{text}</code>,
        ])}
      />
      <Facts
        title="Indexes"
        head={["Name", "Definition", "Size"]}
        rows={indexes.map(({ name, definition: text, bytes }) => [
          <bdi key="name" className="fact-name">
            {name}
          </bdi>,
          <code key="definition">{text}</code>,
          sizeOf(bytes),
        ])}
      />
      <Facts
        title="Triggers"
        head={["Name", "Definition"]}
        rows={triggers.map(({ name, definition: text, isEnabled }) => [
          <span key="name">
            <bdi className="fact-name">{name}</bdi>
            {!isEnabled && <span className="tag">disabled</span>}
          </span>,
          <code key="definition">{text}</code>,
        ])}
      />
      {definition && (
        <section>
          <h2>Definition</h2>
          <pre className="definition">
            <code>{definition}</code>
          </pre>
        </section>
      )}
    </section>
  );
}

function ColumnDefault({ column }: { readonly column: Column }) {
  const { isGenerated, isIdentity } = column;
  if (isGenerated) return <span className="quiet">generated</span>;
  if (isIdentity) return <span className="quiet">identity</span>;
  return column.default === null ? <span className="quiet">–</span> : <code>{column.default}</code>;
}

function Facts({
  title,
  head,
  rows,
}: {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <table className="facts">
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are drawn once and never move
            <tr key={at}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} data-label={head[column]}>
                  {cell || <span className="quiet">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function sizeOf(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const power = bytes === 0 ? 0 : Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Math.round(bytes / 1024 ** power)} ${units[power]}`;
}
