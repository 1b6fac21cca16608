import { useId } from "react";
import type { Enum, SchemaChange } from "../api/schema.ts";
import { ChangeForm, Field, textIn } from "./fields.tsx";

interface FormProps {
  readonly value: Enum;
  readonly onChange: (change: SchemaChange) => void;
}

const end = "at the end";

/** The form of a new enum: a value on each line. */
export function CreateEnumForm({ onChange }: Pick<FormProps, "onChange">) {
  const id = useId();
  return (
    <ChangeForm
      onSubmit={(data) =>
        onChange({
          ...{ kind: "create enum", schema: textIn(data, "schema") ?? "public" },
          name: textIn(data, "name") ?? "",
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

/** The form of a new value. */
export function EnumValueForm({ value: { schema, name, labels }, onChange }: FormProps) {
  return (
    <ChangeForm
      onSubmit={(data) => {
        const before = labels[Number(data.get("before"))];
        onChange({
          ...{ kind: "add enum value", schema, name, label: textIn(data, "label") },
          ...(before !== undefined && { before }),
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
        {[...labels, end].map((label, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label may equal that of the end
          <option key={at} value={at}>
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
        onChange({ kind: "rename enum value", schema, name, label, to: textIn(data, "to") })
      }
    >
      <Field label="New value" name="to" value={label} isRequired isFirst />
    </ChangeForm>
  );
}
