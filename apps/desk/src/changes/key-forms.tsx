import { useState } from "react";
import type { Structure } from "../api/catalog.ts";
import type { SchemaChange } from "../api/schema.ts";
import {
  ChangeForm,
  CheckboxField,
  CheckboxGroup,
  Field,
  foreignKeyActions,
  getChoices,
  getText,
  SelectField,
  useTables,
} from "./fields.tsx";

interface FormProps {
  readonly structure: Structure;
  readonly onChange: (change: SchemaChange) => void;
}

const tableOf = ({ schema, name }: Structure) => ({ schema, name });
const keyKinds = ["unique", "primary key", "foreign key", "check"];

/** The form of a key or a check. */
export function ConstraintForm({ structure, onChange }: FormProps) {
  const [kind, setKind] = useState("unique");
  const [targetName, setTargetName] = useState("");
  const tables = useTables();
  const targetTable =
    tables.find(({ schema, name }) => `${schema}.${name}` === targetName) ?? tables[0];
  const columns = structure.columns.map(({ name }) => name);
  return (
    <ChangeForm
      onSubmit={(data) => {
        const constraint = getText(data, "constraint");
        const common = { ...tableOf(structure), ...(constraint && { constraint }) };
        if (kind === "check") {
          return onChange({ kind: "add check", ...common, check: getText(data, "check") });
        }
        const keyColumns = getChoices(data, "columns");
        if (kind !== "foreign key") {
          return onChange({ kind: "add key", ...common, key: kind, columns: keyColumns });
        }
        onChange({
          kind: "add foreign key",
          ...common,
          columns: keyColumns,
          references: {
            schema: targetTable?.schema,
            name: targetTable?.name,
            columns: getChoices(data, "targets"),
          },
          onDelete: getText(data, "onDelete"),
        });
      }}
    >
      <label htmlFor="constraint-kind">Kind</label>
      <select
        id="constraint-kind"
        className="input"
        data-first-focus
        value={kind}
        onChange={(event) => setKind(event.target.value)}
      >
        {keyKinds.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Field label="Name" name="constraint" hint="PostgreSQL chooses one if it is empty." />
      {kind === "check" ? (
        <Field
          label="Condition"
          name="check"
          isRequired
          isCode
          hint="Each row must meet it, such as price > 0."
        />
      ) : (
        <CheckboxGroup label="Columns" name="columns" options={columns} />
      )}
      {kind === "foreign key" && targetTable && (
        <>
          <label htmlFor="constraint-table">Referenced table</label>
          <select
            id="constraint-table"
            className="input"
            value={`${targetTable.schema}.${targetTable.name}`}
            onChange={(event) => setTargetName(event.target.value)}
          >
            {tables.map(({ schema, name }) => (
              <option key={`${schema}.${name}`}>{`${schema}.${name}`}</option>
            ))}
          </select>
          <CheckboxGroup
            key={`${targetTable.schema}.${targetTable.name}`}
            label="Referenced columns"
            name="targets"
            options={targetTable.columns}
          />
          <SelectField
            label="When the referenced row is deleted"
            name="onDelete"
            options={foreignKeyActions}
          />
        </>
      )}
    </ChangeForm>
  );
}

/** The form of an index. */
export function IndexForm({ structure, onChange }: FormProps) {
  return (
    <ChangeForm
      onSubmit={(data) => {
        const index = getText(data, "index");
        onChange({
          kind: "create index",
          ...tableOf(structure),
          ...(index && { index }),
          columns: getChoices(data, "columns"),
          isUnique: data.has("unique"),
          method: getText(data, "method"),
          where: getText(data, "where") ?? null,
        });
      }}
    >
      <Field label="Name" name="index" isFirst hint="PostgreSQL chooses one if it is empty." />
      <CheckboxGroup
        label="Columns"
        name="columns"
        options={structure.columns.map(({ name }) => name)}
      />
      <SelectField
        label="Method"
        name="method"
        options={["btree", "hash", "gin", "gist", "brin", "spgist"]}
      />
      <CheckboxField label="Each value may occur once (unique)" name="unique" />
      <Field label="Only rows where" name="where" isCode hint="Such as deleted_at is null." />
    </ChangeForm>
  );
}
