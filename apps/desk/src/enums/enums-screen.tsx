import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { type Enum, getEnums } from "../api/schema.ts";
import { ChangeDialog, type PendingChange } from "../changes/change-dialog.tsx";
import { CreateEnumForm, EnumValueForm, RenameValueForm } from "../changes/enum-forms.tsx";
import { Failure } from "../shell/failure.tsx";
import { Icon } from "../shell/icons.tsx";

/** The enums of the project and their values. */
export default function EnumsScreen() {
  const enums = useQuery({ queryKey: ["enums"], queryFn: getEnums });
  const [pendingChange, setPendingChange] = useState<PendingChange | null>(null);
  useEffect(() => {
    document.title = "Enums – Desk";
  }, []);
  return (
    <main id="main" className="enums" tabIndex={-1}>
      <header className="table-head">
        <Link className="icon-button" to="/tables" aria-label="All tables">
          <Icon name="back" />
        </Link>
        <h1>Enums</h1>
        <span className="toolbar-gap" />
        <button
          type="button"
          className="button button-primary"
          onClick={() =>
            setPendingChange({
              title: "New enum",
              form: (onChange) => <CreateEnumForm onChange={onChange} />,
            })
          }
        >
          New enum
        </button>
      </header>
      {enums.isPending && <p className="quiet table-loading">Loading …</p>}
      {enums.isError && <Failure error={enums.error} onRetry={() => void enums.refetch()} />}
      {enums.data?.enums.length === 0 && (
        <div className="empty">
          <h2>No enums yet</h2>
          <p className="quiet">An enum is a type with a fixed list of values, such as a status.</p>
        </div>
      )}
      <ul className="enum-list">
        {enums.data?.enums.map((value) => (
          <EnumItem
            key={`${value.schema}.${value.name}`}
            value={value}
            onStart={setPendingChange}
          />
        ))}
      </ul>
      {pendingChange && (
        <ChangeDialog pendingChange={pendingChange} onClose={() => setPendingChange(null)} />
      )}
    </main>
  );
}

function EnumItem({
  value,
  onStart,
}: {
  readonly value: Enum;
  readonly onStart: (pendingChange: PendingChange) => void;
}) {
  const { schema, name, labels } = value;
  return (
    <li className="enum">
      <header className="facts-head">
        <h2>
          <bdi className="table-schema">{schema}.</bdi>
          <bdi>{name}</bdi>
        </h2>
        <button
          type="button"
          className="button button-small"
          aria-label={`Add a value to ${name}`}
          onClick={() =>
            onStart({
              title: `New value of ${name}`,
              form: (onChange) => <EnumValueForm value={value} onChange={onChange} />,
            })
          }
        >
          Add a value
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={`Drop ${name}`}
          onClick={() =>
            onStart({
              title: `Drop ${name}`,
              change: { kind: "drop enum", schema, name, cascade: false },
            })
          }
        >
          Drop
        </button>
      </header>
      <ul className="enum-values" aria-label={`Values of ${name}`}>
        {labels.map((label) => (
          <li key={label}>
            <button
              type="button"
              className="button button-small"
              title="Rename"
              onClick={() =>
                onStart({
                  title: `Rename ${label}`,
                  form: (onChange) => (
                    <RenameValueForm value={value} label={label} onChange={onChange} />
                  ),
                })
              }
            >
              <bdi>{label}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </li>
  );
}
