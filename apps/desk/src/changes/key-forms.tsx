import { useState } from "react";
import type { Structure } from "../api/catalog.ts";
import type { SchemaChange } from "../api/schema.ts";
import {
  ChangeForm,
  Check,
  Choice,
  Choices,
  choicesIn,
  Field,
  onDeleteActions,
  textIn,
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
  const [target, setTarget] = useState("");
  const tables = useTables();
  const referenced = tables.find(({ schema, name }) => `${schema}.${name}` === target) ?? tables[0];
  const columns = structure.columns.map(({ name }) => name);
  return (
    <ChangeForm
      onSubmit={(data) => {
        const constraint = textIn(data, "constraint");
        const common = { ...tableOf(structure), ...(constraint && { constraint }) };
        if (kind === "check") {
          return onChange({ kind: "add check", ...common, check: textIn(data, "check") });
        }
        const chosen = choicesIn(data, "columns");
        if (kind !== "foreign key") {
          return onChange({ kind: "add key", ...common, key: kind, columns: chosen });
        }
        onChange({
          ...{ kind: "add foreign key", ...common, columns: chosen },
          references: {
            ...{ schema: referenced?.schema, name: referenced?.name },
            columns: choicesIn(data, "targets"),
          },
          onDelete: textIn(data, "onDelete"),
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
        {keyKinds.map((one) => (
          <option key={one}>{one}</option>
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
        <Choices label="Columns" name="columns" options={columns} />
      )}
      {kind === "foreign key" && referenced && (
        <>
          <label htmlFor="constraint-table">Referenced table</label>
          <select
            id="constraint-table"
            className="input"
            value={`${referenced.schema}.${referenced.name}`}
            onChange={(event) => setTarget(event.target.value)}
          >
            {tables.map(({ schema, name }) => (
              <option key={`${schema}.${name}`}>{`${schema}.${name}`}</option>
            ))}
          </select>
          <Choices
            key={`${referenced.schema}.${referenced.name}`}
            label="Referenced columns"
            name="targets"
            options={referenced.columns}
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

/** The form of an index. */
export function IndexForm({ structure, onChange }: FormProps) {
  return (
    <ChangeForm
      onSubmit={(data) => {
        const index = textIn(data, "index");
        onChange({
          ...{ kind: "create index", ...tableOf(structure), ...(index && { index }) },
          ...{ columns: choicesIn(data, "columns"), isUnique: data.has("unique") },
          ...{ method: textIn(data, "method"), where: textIn(data, "where") ?? null },
        });
      }}
    >
      <Field label="Name" name="index" isFirst hint="PostgreSQL chooses one if it is empty." />
      <Choices label="Columns" name="columns" options={structure.columns.map(({ name }) => name)} />
      <Choice
        label="Method"
        name="method"
        options={["btree", "hash", "gin", "gist", "brin", "spgist"]}
      />
      <Check label="Each value may occur once (unique)" name="unique" />
      <Field label="Only rows where" name="where" isCode hint="Such as deleted_at is null." />
    </ChangeForm>
  );
}
