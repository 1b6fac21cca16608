import { useId, useState } from "react";
import type { Column } from "../api/catalog.ts";
import type { SchemaChange } from "../api/schema.ts";
import {
  ChangeForm,
  Check,
  Choice,
  Field,
  onDeleteActions,
  TypeList,
  textIn,
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
  const types = useId();
  const tables = useTables();
  const [target, setTarget] = useState("");
  const referenced = tables.find(({ schema, name }) => `${schema}.${name}` === target);
  return (
    <ChangeForm
      onSubmit={(data) =>
        onChange({
          ...{ kind: "add column", ...table },
          column: {
            name: textIn(data, "column"),
            type: textIn(data, "type"),
            default: textIn(data, "default") ?? null,
            isNullable: !data.has("required"),
            isUnique: data.has("unique"),
            references: referenced
              ? {
                  ...{ schema: referenced.schema, name: referenced.name },
                  column: textIn(data, "target"),
                  onDelete: textIn(data, "onDelete"),
                }
              : null,
          },
        })
      }
    >
      <Field label="Name" name="column" isRequired isFirst />
      <Field label="Type" name="type" value="text" isRequired isCode list={types} />
      <TypeList id={types} />
      <Field
        label="Default"
        name="default"
        isCode
        hint="An expression of SQL, such as now() or 'open'. Existing rows get it as well."
      />
      <Check label="A value is required (not null)" name="required" />
      <Check label="Each value may occur once (unique)" name="unique" />
      <label htmlFor={`${types}-table`}>References</label>
      <select
        id={`${types}-table`}
        className="input"
        value={target}
        onChange={(event) => setTarget(event.target.value)}
      >
        <option value="">no other table</option>
        {tables.map(({ schema, name }) => (
          <option key={`${schema}.${name}`}>{`${schema}.${name}`}</option>
        ))}
      </select>
      {referenced && (
        <>
          <Choice
            key={target}
            label="Column"
            name="target"
            options={referenced.columns}
            value={referenced.columns.includes("id") ? "id" : undefined}
          />
          <Choice
            label="When the referenced row is deleted"
            name="onDelete"
            options={onDeleteActions}
          />
        </>
      )}
    </ChangeForm>
  );
}

/** The form that changes a column. Only what differs becomes part of the change. */
export function ChangeColumnForm({
  table,
  column,
  onChange,
}: {
  readonly table: TableName;
  readonly column: Column;
  readonly onChange: (change: SchemaChange) => void;
}) {
  const types = useId();
  const { isGenerated, isIdentity } = column;
  return (
    <ChangeForm
      onSubmit={(data) => {
        const name = textIn(data, "to") ?? column.name;
        const type = textIn(data, "type") ?? column.type;
        const using = textIn(data, "using");
        const value = textIn(data, "default") ?? null;
        const comment = textIn(data, "comment") ?? null;
        const isNullable = !data.has("required");
        const hasDefault = !isGenerated && !isIdentity;
        onChange({
          ...{ kind: "change column", ...table, column: column.name },
          ...(name !== column.name && { to: name }),
          ...(type !== column.type && { type, ...(using && { using }) }),
          ...(hasDefault && value !== column.default && { default: value }),
          ...(comment !== column.comment && { comment }),
          ...(isNullable !== column.isNullable && { isNullable }),
        });
      }}
    >
      <Field label="Name" name="to" value={column.name} isRequired isFirst />
      <Field label="Type" name="type" value={column.type} isRequired isCode list={types} />
      <TypeList id={types} />
      <Field
        label="How to convert the values"
        name="using"
        isCode
        hint="Only with another type that PostgreSQL cannot convert to by itself, such as title::integer."
      />
      {!isGenerated && !isIdentity && (
        <Field label="Default" name="default" value={column.default ?? ""} isCode />
      )}
      <Check
        label="A value is required (not null)"
        name="required"
        isChecked={!column.isNullable}
      />
      <Field label="Comment" name="comment" value={column.comment ?? ""} />
    </ChangeForm>
  );
}
