import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import type { Column, Structure } from "../api/catalog.ts";
import type { SchemaChange } from "../api/schema.ts";
import { useFeature } from "../api/use-feature.ts";
import { ChangePolicyForm, GrantForm, PolicyForm } from "../changes/access-forms.tsx";
import type { PendingChange } from "../changes/change-dialog.tsx";
import { AddColumnForm, ChangeColumnForm } from "../changes/column-form.tsx";
import { ChangeForm, Field, getText } from "../changes/fields.tsx";
import { ConstraintForm, IndexForm } from "../changes/key-forms.tsx";
import { tablePath } from "./view-state.ts";

const addTexts = {
  column: ["Add a column", "Add a column"],
  policy: ["Add a policy", "New policy"],
  grant: ["Grant", "Grant privileges"],
  constraint: ["Add a key or check", "New key or check"],
  index: ["Add an index", "New index"],
} as const;

/**
 * Returns the buttons that change a table. A view has none, because its definition is changed with SQL. In Supabase's
 * own tables, only policies can be changed.
 */
export function useStructureActions(
  structure: Structure,
  startChange: (pendingChange: PendingChange) => void,
) {
  const navigate = useNavigate();
  const { schema, name } = structure;
  const isTable = structure.kind === "table" || structure.kind === "partitioned table";
  // Changes need the project's folder, because each one is saved as a migration.
  const canChangePolicies = useFeature("folder") && isTable;
  const canChange = canChangePolicies && structure.isOwn;
  const table = { schema, name };
  const change = (
    title: string,
    parts: { readonly kind: string; readonly [part: string]: unknown },
  ) => startChange({ title, change: { ...table, ...parts } });
  const drop = (title: string, label: string, parts: Parameters<typeof change>[1]) => (
    <Action label={label} onClick={() => change(title, parts)}>
      Drop
    </Action>
  );
  const forms: Record<keyof typeof addTexts, NonNullable<PendingChange["form"]>> = {
    column: (onChange) => <AddColumnForm table={table} onChange={onChange} />,
    policy: (onChange) => <PolicyForm structure={structure} onChange={onChange} />,
    grant: (onChange) => <GrantForm structure={structure} onChange={onChange} />,
    constraint: (onChange) => <ConstraintForm structure={structure} onChange={onChange} />,
    index: (onChange) => <IndexForm structure={structure} onChange={onChange} />,
  };
  return {
    table: canChange && (
      <p className="button-row">
        <Action
          onClick={() =>
            startChange({
              title: `Rename ${name}`,
              form: (onChange) => <RenameForm table={table} onChange={onChange} />,
              onApplied: ({ to }) => navigate(`${tablePath(schema, String(to))}/structure`),
            })
          }
        >
          Rename the table
        </Action>
        <Action
          onClick={() =>
            startChange({
              title: `Drop ${name}`,
              change: { kind: "drop table", ...table, cascade: false },
              onApplied: () => navigate("/tables"),
            })
          }
        >
          Drop the table
        </Action>
      </p>
    ),
    rowSecurity: canChange && (
      <Action
        onClick={() =>
          change("Row-level security", {
            kind: "set row security",
            isEnabled: !structure.hasRowSecurity,
          })
        }
      >
        {structure.hasRowSecurity ? "Disable" : "Enable"} row-level security
      </Action>
    ),
    add: (kind: keyof typeof addTexts) =>
      (kind === "policy" ? canChangePolicies : canChange) && (
        <Action onClick={() => startChange({ title: addTexts[kind][1], form: forms[kind] })}>
          {addTexts[kind][0]}
        </Action>
      ),
    forColumn: (column: Column) =>
      canChange && (
        <Actions key="actions">
          <Action
            label={`Edit column ${column.name}`}
            onClick={() =>
              startChange({
                title: `Change ${column.name}`,
                form: (onChange) => (
                  <ChangeColumnForm table={table} column={column} onChange={onChange} />
                ),
              })
            }
          >
            Edit
          </Action>
          {drop(`Drop ${column.name}`, `Drop column ${column.name}`, {
            kind: "drop column",
            column: column.name,
            cascade: false,
          })}
        </Actions>
      ),
    forPolicy: (policy: Structure["policies"][number]) =>
      canChangePolicies && (
        <Actions key="actions">
          <Action
            label={`Edit policy ${policy.name}`}
            onClick={() =>
              startChange({
                title: `Change ${policy.name}`,
                form: (onChange) => (
                  <ChangePolicyForm structure={structure} policy={policy} onChange={onChange} />
                ),
              })
            }
          >
            Edit
          </Action>
          {drop(`Drop ${policy.name}`, `Drop policy ${policy.name}`, {
            kind: "drop policy",
            policy: policy.name,
          })}
        </Actions>
      ),
    forGrant: ({ role, privileges, columns }: Structure["grants"][number]) => {
      const parts = { kind: "revoke", role, privileges, columns };
      return (
        canChange && (
          <Action
            key="actions"
            label={`Revoke from ${role}`}
            onClick={() => change(`Revoke from ${role}`, parts)}
          >
            Revoke
          </Action>
        )
      );
    },
    forConstraint: (constraint: string) =>
      canChange && (
        <Actions key="actions">
          {drop(`Drop ${constraint}`, `Drop constraint ${constraint}`, {
            kind: "drop constraint",
            constraint,
            cascade: false,
          })}
        </Actions>
      ),
    forIndex: (index: string) =>
      canChange && (
        <Actions key="actions">
          {drop(`Drop ${index}`, `Drop index ${index}`, { kind: "drop index", index })}
        </Actions>
      ),
    forTrigger: ({ name: trigger, isEnabled }: { name: string; isEnabled: boolean }) =>
      canChange && (
        <Action
          key="actions"
          label={`${isEnabled ? "Disable" : "Enable"} trigger ${trigger}`}
          onClick={() =>
            change(`Trigger ${trigger}`, { kind: "set trigger", trigger, isEnabled: !isEnabled })
          }
        >
          {isEnabled ? "Disable" : "Enable"}
        </Action>
      ),
  };
}

const Actions = ({ children }: { readonly children: ReactNode }) => (
  <span className="fact-actions">{children}</span>
);

function Action({
  label,
  onClick,
  children,
}: {
  readonly label?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" className="button button-small" aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

function RenameForm({
  table,
  onChange,
}: {
  readonly table: { readonly schema: string; readonly name: string };
  readonly onChange: (change: SchemaChange) => void;
}) {
  return (
    <ChangeForm
      onSubmit={(data) => onChange({ kind: "rename table", ...table, to: getText(data, "to") })}
    >
      <Field label="New name" name="to" value={table.name} isRequired isFirst />
    </ChangeForm>
  );
}
