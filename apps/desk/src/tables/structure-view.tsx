import { useState } from "react";
import { Link } from "react-router";
import type { Column, Structure } from "../api/catalog.ts";
import { ChangeDialog, type PendingChange } from "../changes/change-dialog.tsx";
import { FactTable } from "./fact-table.tsx";
import { useStructureActions } from "./structure-actions.tsx";
import { tablePath } from "./view-state.ts";

/** Shows the columns, constraints, indexes, policies, triggers and grants of a table. */
export function StructureView({ structure }: { readonly structure: Structure }) {
  const { columns, constraints, indexes, policies, triggers, grants, definition } = structure;
  const isTable = structure.kind === "table" || structure.kind === "partitioned table";
  const [pendingChange, setPendingChange] = useState<PendingChange | null>(null);
  const actions = useStructureActions(structure, setPendingChange);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="structure" tabIndex={0} aria-label={`Structure of ${structure.name}`}>
      {structure.comment && <p>{structure.comment}</p>}
      {actions.table}
      <FactTable
        title="Columns"
        action={actions.add("column")}
        columnNames={["Name", "Type", "Default", "References", ...(isTable ? [""] : [])]}
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
          ...(isTable ? [actions.forColumn(column)] : []),
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
          {actions.rowSecurity}
        </section>
      )}
      <FactTable
        title="Policies"
        action={actions.add("policy")}
        columnNames={["Name", "For", "To", "Using", "With check", ""]}
        rows={policies.map((policy) => {
          const { name, command, isPermissive, roles, using, check } = policy;
          return [
            <span key="name">
              <bdi className="fact-name">{name}</bdi>
              {!isPermissive && <span className="tag">restrictive</span>}
            </span>,
            command,
            roles.join(", "),
            using && <code key="using">{using}</code>,
            check && <code key="check">{check}</code>,
            actions.forPolicy(policy),
          ];
        })}
      />
      <FactTable
        title="Grants"
        action={actions.add("grant")}
        columnNames={["Role", "May", "Columns", ...(isTable ? [""] : [])]}
        rows={grants.map(({ role, privileges, columns: grantColumns }) => [
          <span key="role" className="fact-name">
            {role}
          </span>,
          privileges.join(", "),
          grantColumns ? grantColumns.join(", ") : "all",
          ...(isTable ? [actions.forGrant({ role, privileges, columns: grantColumns })] : []),
        ])}
      />
      <FactTable
        title="Constraints"
        action={actions.add("constraint")}
        columnNames={["Name", "Definition", ""]}
        rows={constraints.map(({ name, definition: text }) => [
          <bdi key="name" className="fact-name">
            {name}
          </bdi>,
          <code key="definition">{text}</code>,
          actions.forConstraint(name),
        ])}
      />
      <FactTable
        title="Indexes"
        action={actions.add("index")}
        columnNames={["Name", "Definition", "Size", ""]}
        rows={indexes.map(({ name, definition: text, bytes }) => [
          <bdi key="name" className="fact-name">
            {name}
          </bdi>,
          <code key="definition">{text}</code>,
          sizeText(bytes),
          // The index of a key has no button, because it is dropped with its constraint.
          constraints.every((constraint) => constraint.name !== name) && actions.forIndex(name),
        ])}
      />
      <FactTable
        title="Triggers"
        columnNames={["Name", "Definition", ""]}
        rows={triggers.map(({ name, definition: text, isEnabled }) => [
          <span key="name">
            <bdi className="fact-name">{name}</bdi>
            {!isEnabled && <span className="tag">disabled</span>}
          </span>,
          <code key="definition">{text}</code>,
          actions.forTrigger({ name, isEnabled }),
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
      {pendingChange && (
        <ChangeDialog pendingChange={pendingChange} onClose={() => setPendingChange(null)} />
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

function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const power = bytes === 0 ? 0 : Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Math.round(bytes / 1024 ** power)} ${units[power]}`;
}
