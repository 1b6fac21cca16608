import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { Column } from "../api/catalog.ts";
import { readRows } from "../api/rows.ts";
import { useRunAs } from "../run-as/run-as.tsx";
import { kindOf } from "./kind.ts";
import { problemOf } from "./normalize.ts";

interface ValueFieldProps {
  readonly id: string;
  readonly column: Column;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly isReadOnly?: boolean;
  readonly isFirst?: boolean;
}

/** An input for one value that fits the column's type. Values are PostgreSQL's text output. */
export function ValueField(props: ValueFieldProps) {
  const { id, column, value, onChange, isReadOnly } = props;
  const kind = kindOf(column);
  const problem = value === null || isReadOnly ? undefined : problemOf(column, value);
  const shared = {
    id,
    "data-first-focus": props.isFirst ? "" : undefined,
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-problem`,
  };
  const options =
    kind === "boolean" ? ["true", "false"] : kind === "enum" ? column.labels : undefined;
  return (
    <div className="value-field">
      {options && !isReadOnly ? (
        <select
          {...shared}
          className="input"
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
        >
          {(column.isNullable || value === null) && <option value="">NULL</option>}
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <TextField {...props} shared={shared} />
      )}
      <p id={`${id}-problem`} className="field-problem" role={problem ? "alert" : undefined}>
        {problem}
      </p>
      {!isReadOnly && <CommonValueButtons {...props} />}
      {column.references && !isReadOnly && (
        <ReferencePicker reference={column.references} value={value} onChange={onChange} />
      )}
    </div>
  );
}

function TextField({
  column,
  value,
  onChange,
  isReadOnly,
  shared,
}: ValueFieldProps & { readonly shared: object }) {
  const kind = kindOf(column);
  const isDate = kind === "date" && (value === null || /^\d{4}-\d\d-\d\d$/.test(value));
  const commonProps = {
    ...shared,
    readOnly: isReadOnly,
    value: value ?? "",
    placeholder: value === null ? "NULL" : "empty",
    spellCheck: false,
    autoComplete: "off",
    dir: "auto",
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(event.target.value),
  };
  if (["text", "json", "array", "other"].includes(kind)) {
    const isCode = kind !== "text";
    const lines = Math.min(16, Math.max(2, Math.ceil((value?.length ?? 0) / 60)));
    return (
      <textarea {...commonProps} className={`input ${isCode ? "input-code" : ""}`} rows={lines} />
    );
  }
  return (
    <input
      {...commonProps}
      className="input input-code"
      type={isDate ? "date" : "text"}
      inputMode={kind === "number" ? "decimal" : undefined}
    />
  );
}

/** Buttons that fill in a common value. */
function CommonValueButtons({ column, value, onChange }: ValueFieldProps) {
  const kind = kindOf(column);
  const button = (name: string, createValue: () => string | null) => (
    <button type="button" className="button button-small" onClick={() => onChange(createValue())}>
      {name}
    </button>
  );
  const canFormat = kind === "json" && value !== null && problemOf(column, value) === undefined;
  const hasOptions = kind === "boolean" || kind === "enum";
  return (
    <p className="button-row value-helpers">
      {kind === "time" && button("Now", () => new Date().toISOString())}
      {kind === "uuid" && !column.references && button("New UUID", () => crypto.randomUUID())}
      {canFormat && button("Format", () => JSON.stringify(JSON.parse(value ?? ""), null, 2))}
      {column.isNullable && value !== null && !hasOptions && button("Set NULL", () => null)}
    </p>
  );
}

/** Suggests rows of the referenced table that match the text in the field. */
function ReferencePicker({
  reference,
  value,
  onChange,
}: {
  readonly reference: NonNullable<Column["references"]>;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
}) {
  const { runAs } = useRunAs();
  const search = useDeferredValue(value ?? "");
  const { schema, name, column } = reference;
  const page = useQuery({
    queryKey: ["reference", schema, name, runAs, search],
    queryFn: ({ signal }) => readRows({ schema, name, as: runAs, search, limit: 8 }, signal),
    placeholderData: (previous) => previous,
  });
  const columnIndex = page.data?.columns.indexOf(column) ?? -1;
  return (
    <section className="reference" aria-label={`Rows of ${schema}.${name}`}>
      <h3 className="quiet">
        {schema}.{name}
      </h3>
      {page.isError && <p className="field-problem">{page.error.message}</p>}
      {page.data?.rows.length === 0 && <p className="quiet">No row matches.</p>}
      <ul className="choices">
        {columnIndex >= 0 &&
          page.data?.rows.map(({ cells }) => {
            const key = cells[columnIndex] ?? "";
            return (
              <li key={key}>
                <button
                  type="button"
                  className="choice"
                  aria-pressed={value === key}
                  onClick={() => onChange(key)}
                >
                  <bdi className="choice-name">{describeRow(cells, columnIndex)}</bdi>
                  <span className="quiet choice-id">{key}</span>
                </button>
              </li>
            );
          })}
      </ul>
    </section>
  );
}

/** Returns the cells that best identify a row to a person. */
function describeRow(cells: readonly (string | null)[], keyIndex: number): string {
  const isUuid = (text: string) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}$/.test(text);
  const texts = cells
    .filter(
      (cell, columnIndex): cell is string =>
        columnIndex !== keyIndex && !!cell && /\p{L}/u.test(cell),
    )
    .filter((text) => !isUuid(text) && text.length < 80);
  return texts.slice(0, 2).join(" · ") || (cells[keyIndex] ?? "");
}
