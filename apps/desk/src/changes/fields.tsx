import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId } from "react";
import { getNames, getRelations } from "../api/catalog.ts";
import { getEnums } from "../api/schema.ts";

/** An uncontrolled form: `onSubmit` receives its `FormData`. */
export function ChangeForm({
  children,
  onSubmit,
}: {
  readonly children: ReactNode;
  readonly onSubmit: (data: FormData) => void;
}) {
  return (
    <form
      className="form"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      <button type="submit" className="button button-primary">
        Show the SQL
      </button>
    </form>
  );
}

/** Returns the text of a form's field, or undefined if it is empty. */
export function getText(data: FormData, name: string): string | undefined {
  const text = String(data.get(name) ?? "").trim();
  return text === "" ? undefined : text;
}

/** Returns the chosen options of a list in a form. */
export const getChoices = (data: FormData, name: string): string[] => data.getAll(name).map(String);

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string | undefined;
  readonly isRequired?: boolean;
  readonly isFirst?: boolean;
  readonly isCode?: boolean;
  readonly hint?: string;
  readonly list?: string;
}

export function Field({ label, name, value, isRequired, isFirst, isCode, hint, list }: FieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className={isCode ? "input input-code" : "input"}
        autoComplete="off"
        spellCheck={false}
        maxLength={10_000}
        defaultValue={value}
        required={isRequired}
        list={list}
        data-first-focus={isFirst ? "" : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className="quiet field-hint">
          {hint}
        </p>
      )}
    </>
  );
}

export function CheckboxField({
  label,
  name,
  isChecked,
}: {
  readonly label: string;
  readonly name: string;
  readonly isChecked?: boolean;
}) {
  return (
    <label className="check">
      <input type="checkbox" name={name} defaultChecked={isChecked} />
      {label}
    </label>
  );
}

export function SelectField({
  label,
  name,
  options,
  value,
}: {
  readonly label: string;
  readonly name: string;
  readonly options: readonly string[];
  readonly value?: string | undefined;
}) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className="input" defaultValue={value}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </>
  );
}

/** A group of checkboxes. */
export function CheckboxGroup({
  label,
  name,
  options,
  values = [],
}: {
  readonly label: string;
  readonly name: string;
  readonly options: readonly string[];
  readonly values?: readonly string[];
}) {
  return (
    <fieldset className="check-group">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className="check">
          <input
            type="checkbox"
            name={name}
            value={option}
            defaultChecked={values.includes(option)}
          />
          <bdi>{option}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

const commonTypes = [
  "text",
  "uuid",
  "bigint",
  "integer",
  "boolean",
  "timestamptz",
  "date",
  "jsonb",
  "numeric",
  "double precision",
  "text[]",
  "bytea",
  "time",
  "interval",
  "inet",
];

/** A `<datalist>` with the common types and the project's enums, for the `list` attribute of a field. */
export function TypeDatalist({ id }: { readonly id: string }) {
  const enums = useQuery({ queryKey: ["enums"], queryFn: getEnums });
  return (
    <datalist id={id}>
      {commonTypes.map((type) => (
        <option key={type}>{type}</option>
      ))}
      {enums.data?.enums.map(({ schema, name }) => (
        <option
          key={`${schema}.${name}`}
        >{`${quoteIdentifier(schema)}.${quoteIdentifier(name)}`}</option>
      ))}
    </datalist>
  );
}

/** Quotes an identifier for SQL if it needs quotes. */
export const quoteIdentifier = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/**
 * Returns the project's tables and `auth.users`, with the columns of each. A table whose columns are still loading is
 * left out, because a form chooses its default when a list of columns first appears.
 */
export function useTables() {
  const relations = useQuery({ queryKey: ["relations"], queryFn: getRelations });
  const names = useQuery({ queryKey: ["names"], queryFn: getNames });
  return (relations.data?.relations ?? [])
    .filter(({ kind }) => kind === "table" || kind === "partitioned table")
    .filter(({ isOwn, schema, name }) => isOwn || (schema === "auth" && name === "users"))
    .flatMap(({ schema, name }) => {
      const columns = names.data?.names[`${schema}.${name}`];
      return columns ? [{ schema, name, columns }] : [];
    });
}

export const foreignKeyActions = ["no action", "cascade", "set null", "restrict", "set default"];
