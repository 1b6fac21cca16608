import { useId } from "react";
import type { Enum, SchemaChange } from "../api/schema.ts";
import { ChangeForm, Field, getText } from "./fields.tsx";

interface FormProps {
  readonly value: Enum;
  readonly onChange: (change: SchemaChange) => void;
}

const endOption = "at the end";

/** The form of a new enum, with one value per line. */
export function CreateEnumForm({ onChange }: Pick<FormProps, "onChange">) {
  const id = useId();
  return (
    <ChangeForm
      onSubmit={(data) =>
        onChange({
          kind: "create enum",
          schema: getText(data, "schema") ?? "public",
          name: getText(data, "name") ?? "",
          labels: String(data.get("labels"))
            .split(/\r?\n/)
            .map((label) => label.trim())
            .filter((label) => label !== ""),
        })
      }
    >
      <Field label="Name" name="name" isRequired isFirst />
      <Field label="Schema" name="schema" value="public" isRequired />
      <label htmlFor={id}>Values, one on each line</label>
      <textarea id={id} name="labels" className="input" rows={6} required />
    </ChangeForm>
  );
}

/** The form that adds a value to an enum. */
export function EnumValueForm({ value: { schema, name, labels }, onChange }: FormProps) {
  return (
    <ChangeForm
      onSubmit={(data) => {
        const nextLabel = labels[Number(data.get("before"))];
        onChange({
          kind: "add enum value",
          schema,
          name,
          label: getText(data, "label"),
          ...(nextLabel !== undefined && { before: nextLabel }),
        });
      }}
    >
      <Field label="Value" name="label" isRequired isFirst />
      <BeforeChoice labels={labels} />
    </ChangeForm>
  );
}

function BeforeChoice({ labels }: Pick<Enum, "labels">) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>Before</label>
      <select id={id} name="before" className="input" defaultValue={labels.length}>
        {[...labels, endOption].map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value may have the same text as the last option
          <option key={index} value={index}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}

/** The form that renames a value. */
export function RenameValueForm({
  value: { schema, name },
  label,
  onChange,
}: FormProps & { readonly label: string }) {
  return (
    <ChangeForm
      onSubmit={(data) =>
        onChange({ kind: "rename enum value", schema, name, label, to: getText(data, "to") })
      }
    >
      <Field label="New value" name="to" value={label} isRequired isFirst />
    </ChangeForm>
  );
}
