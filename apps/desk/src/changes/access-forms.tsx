import { useState } from "react";
import type { Structure } from "../api/catalog.ts";
import type { SchemaChange } from "../api/schema.ts";
import { useRunAs } from "../run-as/run-as.tsx";
import {
  ChangeForm,
  CheckboxField,
  CheckboxGroup,
  Field,
  getChoices,
  getText,
  SelectField,
} from "./fields.tsx";
import { policyTemplates } from "./policy-templates.ts";

interface FormProps {
  readonly structure: Structure;
  readonly onChange: (change: SchemaChange) => void;
}

const tableOf = ({ schema, name }: Structure) => ({ schema, name });

function useRoleNames(): readonly string[] {
  return ["public", ...useRunAs().roles];
}

/** The form of a new policy. A template fills in the first values. */
export function PolicyForm({ structure, onChange }: FormProps) {
  const templates = policyTemplates(structure);
  const [template, setTemplate] = useState(templates[0]);
  const roles = useRoleNames();
  if (!template) return null;
  return (
    <>
      <div className="form">
        <label htmlFor="policy-template">Template</label>
        <select
          id="policy-template"
          className="input"
          data-first-focus
          value={template.label}
          onChange={(event) =>
            setTemplate(templates.find(({ label }) => label === event.target.value))
          }
        >
          {templates.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </select>
      </div>
      <ChangeForm
        key={template.label}
        onSubmit={(data) =>
          onChange({
            kind: "create policy",
            ...tableOf(structure),
            policy: getText(data, "policy"),
            command: getText(data, "command"),
            roles: getChoices(data, "roles"),
            using: getText(data, "using") ?? null,
            check: getText(data, "check") ?? null,
            isPermissive: !data.has("restrictive"),
          })
        }
      >
        <Field label="Name" name="policy" value={template.name} isRequired />
        <SelectField
          label="For"
          name="command"
          options={["all", "select", "insert", "update", "delete"]}
          value={template.command}
        />
        <CheckboxGroup label="To" name="roles" options={roles} values={template.roles} />
        <Conditions using={template.using} check={template.check} />
        <CheckboxField
          label="Restrictive: rows must meet this policy and another one"
          name="restrictive"
        />
      </ChangeForm>
    </>
  );
}

/** The form that changes a policy. */
export function ChangePolicyForm({
  structure,
  policy,
  onChange,
}: FormProps & { readonly policy: Structure["policies"][number] }) {
  const roles = useRoleNames();
  const allRoles = [...new Set([...roles, ...policy.roles])];
  return (
    <ChangeForm
      onSubmit={(data) =>
        onChange({
          kind: "change policy",
          ...tableOf(structure),
          policy: policy.name,
          to: getText(data, "to"),
          roles: getChoices(data, "roles"),
          using: getText(data, "using") ?? null,
          check: getText(data, "check") ?? null,
        })
      }
    >
      <Field label="Name" name="to" value={policy.name} isRequired isFirst />
      <CheckboxGroup label="To" name="roles" options={allRoles} values={policy.roles} />
      <Conditions using={policy.using ?? ""} check={policy.check ?? ""} />
    </ChangeForm>
  );
}

function Conditions({ using, check }: { readonly using: string; readonly check: string }) {
  return (
    <>
      <Field
        label="Using"
        name="using"
        value={using}
        isCode
        hint="Rows that the roles can read, update and delete. Inserts ignore it."
      />
      <Field
        label="With check"
        name="check"
        value={check}
        isCode
        hint="Rows that the roles may write. If it is empty, Using applies."
      />
    </>
  );
}

/** The form that grants privileges to a role. */
export function GrantForm({ structure, onChange }: FormProps) {
  const roles = useRoleNames();
  return (
    <ChangeForm
      onSubmit={(data) => {
        const columns = getChoices(data, "columns");
        onChange({
          kind: "grant",
          ...tableOf(structure),
          role: getText(data, "role"),
          privileges: getChoices(data, "privileges"),
          columns: columns.length > 0 ? columns : null,
        });
      }}
    >
      <SelectField label="Role" name="role" options={roles} value="authenticated" />
      <CheckboxGroup
        label="May"
        name="privileges"
        options={["select", "insert", "update", "delete", "truncate", "references", "trigger"]}
        values={["select"]}
      />
      <CheckboxGroup
        label="Only these columns (all if none is chosen)"
        name="columns"
        options={structure.columns.map(({ name }) => name)}
      />
    </ChangeForm>
  );
}
