import { useId, useState } from "react";
import type { SchemaChange } from "../api/schema.ts";
import { Icon } from "../shell/icons.tsx";
import { ChangeForm, CheckboxField, Field, getText, SelectField, TypeDatalist } from "./fields.tsx";

interface DraftColumn {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly default: string;
  readonly isPrimary: boolean;
  readonly isIdentity: boolean;
  readonly isRequired: boolean;
}

const emptyColumn = { name: "", type: "text", default: "", isIdentity: false };
const initialColumns: readonly DraftColumn[] = [
  {
    ...emptyColumn,
    id: 0,
    name: "id",
    type: "bigint",
    isPrimary: true,
    isIdentity: true,
    isRequired: true,
  },
  {
    ...emptyColumn,
    id: 1,
    name: "created_at",
    type: "timestamptz",
    default: "now()",
    isPrimary: false,
    isRequired: true,
  },
];

/** The form of a new table. */
export function TableForm({
  schemas,
  onChange,
}: {
  readonly schemas: readonly string[];
  readonly onChange: (change: SchemaChange) => void;
}) {
  const typeListId = useId();
  const [columns, setColumns] = useState(initialColumns);
  const [nextId, setNextId] = useState(initialColumns.length);
  const edit = (id: number, changes: Partial<DraftColumn>) =>
    setColumns(columns.map((column) => (column.id === id ? { ...column, ...changes } : column)));
  return (
    <ChangeForm
      onSubmit={(data) =>
        onChange({
          kind: "create table",
          schema: getText(data, "schema") ?? "public",
          name: getText(data, "name") ?? "",
          hasRowSecurity: data.has("security"),
          columns: columns.map((column) => ({
            name: column.name.trim(),
            type: column.type,
            isPrimary: column.isPrimary,
            isIdentity: column.isIdentity,
            isNullable: !column.isRequired,
            default: column.isIdentity || column.default.trim() === "" ? null : column.default,
          })),
        })
      }
    >
      <Field label="Name" name="name" isRequired isFirst />
      <SelectField label="Schema" name="schema" options={schemas} value="public" />
      <TypeDatalist id={typeListId} />
      {columns.map((column, index) => (
        <fieldset key={column.id} className="draft-column">
          <legend>Column {index + 1}</legend>
          <label>
            Name
            <input
              className="input"
              required
              maxLength={200}
              value={column.name}
              onChange={(event) => edit(column.id, { name: event.target.value })}
            />
          </label>
          <label>
            Type
            <input
              className="input input-code"
              required
              list={typeListId}
              value={column.type}
              onChange={(event) => edit(column.id, { type: event.target.value })}
            />
          </label>
          <label>
            Default
            <input
              className="input input-code"
              value={column.isIdentity ? "generated" : column.default}
              disabled={column.isIdentity}
              onChange={(event) => edit(column.id, { default: event.target.value })}
            />
          </label>
          <div className="draft-checks">
            <label className="check">
              <input
                type="checkbox"
                checked={column.isPrimary}
                onChange={(event) => edit(column.id, { isPrimary: event.target.checked })}
              />
              Primary key
            </label>
            <label className="check">
              <input
                type="checkbox"
                checked={column.isIdentity}
                onChange={(event) => edit(column.id, { isIdentity: event.target.checked })}
              />
              Identity
            </label>
            <label className="check">
              <input
                type="checkbox"
                checked={column.isRequired}
                onChange={(event) => edit(column.id, { isRequired: event.target.checked })}
              />
              Required
            </label>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove column ${column.name || index + 1}`}
              onClick={() => setColumns(columns.filter(({ id }) => id !== column.id))}
            >
              <Icon name="close" />
            </button>
          </div>
        </fieldset>
      ))}
      <button
        type="button"
        className="button"
        onClick={() => {
          setColumns([
            ...columns,
            { ...emptyColumn, id: nextId, isPrimary: false, isRequired: false },
          ]);
          setNextId(nextId + 1);
        }}
      >
        Add a column
      </button>
      <CheckboxField
        label="Row-level security: no row is open without a policy"
        name="security"
        isChecked
      />
    </ChangeForm>
  );
}
