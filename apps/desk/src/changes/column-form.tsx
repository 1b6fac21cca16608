import { useId, useState } from "react";
import type { Column } from "../api/catalog.ts";
import type { SchemaChange } from "../api/schema.ts";
import {
  ChangeForm,
  CheckboxField,
  Field,
  foreignKeyActions,
  getText,
  SelectField,
  TypeDatalist,
  useTables,
} from "./fields.tsx";

interface TableName {
  readonly schema: string;
  readonly name: string;
}

/** The form of a new column. */
export function AddColumnForm({
  table,
  onChange,
}: {
  readonly table: TableName;
  readonly onChange: (change: SchemaChange) => void;
}) {
  const typeListId = useId();
  const tables = useTables();
  const [targetName, setTargetName] = useState("");
  const targetTable = tables.find(({ schema, name }) => `${schema}.${name}` === targetName);
  return (
    <ChangeForm
      onSubmit={(data) =>
        onChange({
          kind: "add column",
          ...table,
          column: {
            name: getText(data, "column"),
            type: getText(data, "type"),
            default: getText(data, "default") ?? null,
            isNullable: !data.has("required"),
            isUnique: data.has("unique"),
            references: targetTable
              ? {
                  schema: targetTable.schema,
                  name: targetTable.name,
                  column: getText(data, "target"),
                  onDelete: getText(data, "onDelete"),
                }
              : null,
          },
        })
      }
    >
      <Field label="Name" name="column" isRequired isFirst />
      <Field label="Type" name="type" value="text" isRequired isCode list={typeListId} />
      <TypeDatalist id={typeListId} />
      <Field
        label="Default"
        name="default"
        isCode
        hint="An SQL expression, such as now() or 'open'. Existing rows get it as well."
      />
      <CheckboxField label="A value is required (not null)" name="required" />
      <CheckboxField label="Each value may occur once (unique)" name="unique" />
      <label htmlFor={`${typeListId}-table`}>References</label>
      <select
        id={`${typeListId}-table`}
        className="input"
        value={targetName}
        onChange={(event) => setTargetName(event.target.value)}
      >
        <option value="">no other table</option>
        {tables.map(({ schema, name }) => (
          <option key={`${schema}.${name}`}>{`${schema}.${name}`}</option>
        ))}
      </select>
      {targetTable && (
        <>
          <SelectField
            key={targetName}
            label="Column"
            name="target"
            options={targetTable.columns}
            value={targetTable.columns.includes("id") ? "id" : undefined}
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

/** The form that changes a column. The change contains only the properties that differ. */
export function ChangeColumnForm({
  table,
  column,
  onChange,
}: {
  readonly table: TableName;
  readonly column: Column;
  readonly onChange: (change: SchemaChange) => void;
}) {
  const typeListId = useId();
  const { isGenerated, isIdentity } = column;
  return (
    <ChangeForm
      onSubmit={(data) => {
        const name = getText(data, "to") ?? column.name;
        const type = getText(data, "type") ?? column.type;
        const using = getText(data, "using");
        const defaultValue = getText(data, "default") ?? null;
        const comment = getText(data, "comment") ?? null;
        const isNullable = !data.has("required");
        const hasDefault = !isGenerated && !isIdentity;
        onChange({
          kind: "change column",
          ...table,
          column: column.name,
          ...(name !== column.name && { to: name }),
          ...(type !== column.type && { type, ...(using && { using }) }),
          ...(hasDefault && defaultValue !== column.default && { default: defaultValue }),
          ...(comment !== column.comment && { comment }),
          ...(isNullable !== column.isNullable && { isNullable }),
        });
      }}
    >
      <Field label="Name" name="to" value={column.name} isRequired isFirst />
      <Field label="Type" name="type" value={column.type} isRequired isCode list={typeListId} />
      <TypeDatalist id={typeListId} />
      <Field
        label="How to convert the values"
        name="using"
        isCode
        hint="Needed only for a type that PostgreSQL cannot convert the values to by itself, such as title::integer."
      />
      {!isGenerated && !isIdentity && (
        <Field label="Default" name="default" value={column.default ?? ""} isCode />
      )}
      <CheckboxField
        label="A value is required (not null)"
        name="required"
        isChecked={!column.isNullable}
      />
      <Field label="Comment" name="comment" value={column.comment ?? ""} />
    </ChangeForm>
  );
}
