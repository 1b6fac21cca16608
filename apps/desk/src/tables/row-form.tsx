import { type FormEvent, useState } from "react";
import type { Column, Structure } from "../api/catalog.ts";
import type { Values } from "../api/rows.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { problemOf, toPostgres } from "../values/normalize.ts";
import { ValueField } from "../values/value-field.tsx";

const hasDefault = ({ default: value, isIdentity, isNullable }: Column) =>
  value !== null || isIdentity || isNullable;

/** The form of a new row. A column that the user leaves untouched keeps its default value. */
export function RowForm({
  structure,
  initialValues,
  onInsert,
  onClose,
}: {
  readonly structure: Structure;
  /** The values of the row that is being duplicated, or an empty object for a new row. */
  readonly initialValues: Values;
  readonly onInsert: (values: Values) => Promise<void>;
  readonly onClose: () => void;
}) {
  const columns = structure.columns.filter(({ isGenerated }) => !isGenerated);
  const [values, setValues] = useState<Values>(() => ({
    ...Object.fromEntries(
      columns.filter((column) => !hasDefault(column)).map(({ name }) => [name, ""]),
    ),
    ...initialValues,
  }));
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const submit = async (event: FormEvent, close: () => void) => {
    event.preventDefault();
    if (isSaving) return;
    const entries = Object.entries(values).flatMap(([name, value]) => {
      const column = columns.find((candidate) => candidate.name === name);
      return column ? [{ column, value }] : [];
    });
    if (entries.some(({ column, value }) => value !== null && problemOf(column, value))) return;
    setSaving(true);
    setError(null);
    try {
      await onInsert(
        Object.fromEntries(
          entries.map(({ column, value }) => [
            column.name,
            value === null ? null : toPostgres(column, value),
          ]),
        ),
      );
      close();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      setSaving(false);
    }
  };
  return (
    <Dialog title={`New row in ${structure.name}`} className="dialog-side" onClose={onClose}>
      {(close) => (
        <form className="form row-form" onSubmit={(event) => void submit(event, close)} noValidate>
          {columns.map((column, index) => (
            <RowField
              key={column.name}
              column={column}
              isFirst={index === 0}
              value={Object.hasOwn(values, column.name) ? values[column.name] : undefined}
              onChange={(value) =>
                setValues(({ [column.name]: _, ...others }) =>
                  value === undefined ? others : { ...others, [column.name]: value },
                )
              }
            />
          ))}
          <div className="form-end">
            {error && <Failure error={error} />}
            <button type="submit" className="button button-primary" aria-disabled={isSaving}>
              Insert row
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function RowField({
  column,
  value,
  isFirst,
  onChange,
}: {
  readonly column: Column;
  /** The value. Undefined means the column's default. */
  readonly value: string | null | undefined;
  readonly isFirst: boolean;
  readonly onChange: (value: string | null | undefined) => void;
}) {
  const id = `new-${column.name}`;
  const isDefault = value === undefined;
  const name = (
    <>
      <bdi>{column.name}</bdi> <span className="grid-type">{column.type}</span>
    </>
  );
  const defaultText = column.isIdentity ? "generated" : (column.default ?? "NULL");
  return (
    <div className="row-field">
      <div className="row-field-name">
        {isDefault ? (
          <span className="row-field-label">{name}</span>
        ) : (
          <label htmlFor={id}>{name}</label>
        )}
        {!isDefault && hasDefault(column) && (
          <button type="button" className="link-button" onClick={() => onChange(undefined)}>
            Use default
          </button>
        )}
      </div>
      {isDefault ? (
        <button
          type="button"
          className="input default-value"
          data-first-focus={isFirst ? "" : undefined}
          onClick={() => onChange("")}
        >
          <span className="visually-hidden">{column.name}: </span>
          {defaultText}
        </button>
      ) : (
        <ValueField id={id} column={column} value={value} onChange={onChange} isFirst={isFirst} />
      )}
    </div>
  );
}
