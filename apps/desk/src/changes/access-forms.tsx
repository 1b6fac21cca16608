import { useState } from "react";
import type { Structure } from "../api/catalog.ts";
import type { SchemaChange } from "../api/schema.ts";
import { useRunAs } from "../run-as/run-as.tsx";
import { ChangeForm, Check, Choice, Choices, choicesIn, Field, textIn } from "./fields.tsx";
import { policyTemplates } from "./policy-templates.ts";

interface FormProps {
  readonly structure: Structure;
  readonly onChange: (change: SchemaChange) => void;
}

const tableOf = ({ schema, name }: Structure) => ({ schema, name });

function useRoleNames(): readonly string[] {
  return ["public", ...useRunAs().roles];
}

/** The form of a new policy, which begins with a template. */
export function PolicyForm({ structure, onChange }: FormProps) {
  const templates = policyTemplates(structure);
  const [chosen, setChosen] = useState(templates[0]);
  const roles = useRoleNames();
  if (!chosen) return null;
  return (
    <>
      <div className="form">
        <label htmlFor="policy-template">Template</label>
        <select
          id="policy-template"
          className="input"
          data-first-focus
          value={chosen.label}
          onChange={(event) =>
            setChosen(templates.find(({ label }) => label === event.target.value))
          }
        >
          {templates.map(({ label }) => (
            <option key={label}>{label}</option>
          ))}
        </select>
      </div>
      <ChangeForm
        key={chosen.label}
        onSubmit={(data) =>
          onChange({
            ...{ kind: "create policy", ...tableOf(structure), policy: textIn(data, "policy") },
            ...{ command: textIn(data, "command"), roles: choicesIn(data, "roles") },
            ...{ using: textIn(data, "using") ?? null, check: textIn(data, "check") ?? null },
            isPermissive: !data.has("restrictive"),
          })
        }
      >
        <Field label="Name" name="policy" value={chosen.name} isRequired />
        <Choice
          label="For"
          name="command"
          options={["all", "select", "insert", "update", "delete"]}
          value={chosen.command}
        />
        <Choices label="To" name="roles" options={roles} values={chosen.roles} />
        <Conditions using={chosen.using} check={chosen.check} />
        <Check label="Restrictive: rows must meet this policy and another one" name="restrictive" />
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
  const all = [...new Set([...roles, ...policy.roles])];
  return (
    <ChangeForm
      onSubmit={(data) =>
        onChange({
          ...{ kind: "change policy", ...tableOf(structure), policy: policy.name },
          ...{ to: textIn(data, "to"), roles: choicesIn(data, "roles") },
          ...{ using: textIn(data, "using") ?? null, check: textIn(data, "check") ?? null },
        })
      }
    >
      <Field label="Name" name="to" value={policy.name} isRequired isFirst />
      <Choices label="To" name="roles" options={all} values={policy.roles} />
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
        hint="Rows that the roles see, change and delete. An insert has none."
      />
      <Field
        label="With check"
        name="check"
        value={check}
        isCode
        hint="Rows that the roles may write. Without it, Using counts."
      />
    </>
  );
}

/** The form that gives privileges to a role. */
export function GrantForm({ structure, onChange }: FormProps) {
  const roles = useRoleNames();
  return (
    <ChangeForm
      onSubmit={(data) => {
        const columns = choicesIn(data, "columns");
        onChange({
          ...{ kind: "grant", ...tableOf(structure), role: textIn(data, "role") },
          privileges: choicesIn(data, "privileges"),
          columns: columns.length > 0 ? columns : null,
        });
      }}
    >
      <Choice label="Role" name="role" options={roles} value="authenticated" />
      <Choices
        label="May"
        name="privileges"
        options={["select", "insert", "update", "delete", "truncate", "references", "trigger"]}
        values={["select"]}
      />
      <Choices
        label="Only these columns (all if none is chosen)"
        name="columns"
        options={structure.columns.map(({ name }) => name)}
      />
    </ChangeForm>
  );
}
