import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Column } from "../api/catalog.ts";
import { type Row, readCell, type Target } from "../api/rows.ts";
import { Failure } from "../shell/failure.tsx";
import { problemOf, toPostgres } from "../values/normalize.ts";
import { ValueField } from "../values/value-field.tsx";
import { filtersPath } from "./view-state.ts";

interface CellDialogProps {
  readonly target: Target;
  readonly row: Row;
  readonly column: Column;
  readonly value: string | null;
  readonly isCut: boolean;
  readonly canEdit: boolean;
  /** The cell that the dialog covers. */
  readonly anchor: Element;
  readonly onSave: (value: string | null, previous: string | null) => Promise<void>;
  readonly onClose: () => void;
}

/** Edits a cell in place. Escape or a click outside discards the change; Enter saves it. */
export function CellDialog(props: CellDialogProps) {
  const { target, row, column, isCut, anchor, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const key = row.key;
  const fullValue = useQuery({
    queryKey: ["cell", target, key, column.name],
    queryFn: () => readCell(target, key ?? [], column.name),
    enabled: isCut && key !== null,
    gcTime: 0,
  });
  const isReady = !isCut || key === null || fullValue.isSuccess;
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useLayoutEffect(() => {
    if (!dialog.current) return;
    if (isReady) dialog.current.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    positionOver(dialog.current, anchor);
  }, [isReady, anchor]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog
    <dialog
      ref={dialog}
      className="dialog cell-dialog"
      aria-label={`${column.name}, ${column.type}`}
      onClose={(event) => event.target === dialog.current && onClose()}
      onClick={(event) => {
        // The first click of a double click opened the dialog, so ignore the second one.
        if (event.target === dialog.current && event.detail === 1) dialog.current.close();
      }}
    >
      <div className="cell-dialog-body">
        <header className="cell-dialog-top">
          <bdi>{column.name}</bdi> <span className="grid-type">{column.type}</span>
        </header>
        {fullValue.isError && <Failure error={fullValue.error} />}
        {isReady ? (
          <Editor
            {...props}
            value={fullValue.data ? fullValue.data.value : props.value}
            canEdit={props.canEdit && !fullValue.data?.isCut}
            close={() => dialog.current?.close()}
          />
        ) : (
          !fullValue.isError && <p className="quiet">Loading the value …</p>
        )}
      </div>
    </dialog>
  );
}

function Editor({
  column,
  value: previous,
  canEdit,
  onSave,
  close,
}: CellDialogProps & { readonly close: () => void }) {
  const id = useId();
  const [value, setValue] = useState(previous);
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const problem = value === null ? undefined : problemOf(column, value);
  const save = async () => {
    if (problem !== undefined || isSaving) return;
    const next = value === null ? null : toPostgres(column, value);
    if (next === previous) return close();
    setSaving(true);
    setError(null);
    try {
      await onSave(next, previous);
      close();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      setSaving(false);
    }
  };
  const { references } = column;
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        const field = event.target;
        if (event.key !== "Enter" || event.shiftKey) return;
        if (!(field instanceof HTMLTextAreaElement)) return;
        // In a code field Enter starts a new line; Control+Enter or Command+Enter saves.
        const isCode = field.classList.contains("input-code");
        if (isCode && !event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        void save();
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        {column.name}
      </label>
      <ValueField
        id={id}
        column={column}
        value={value}
        onChange={setValue}
        isReadOnly={!canEdit}
        isFirst
      />
      {error && <Failure error={error} />}
      <p className="button-row cell-dialog-buttons">
        {canEdit && (
          <button type="submit" className="button button-primary" aria-disabled={isSaving}>
            Save
          </button>
        )}
        <button type="button" className="button" onClick={close}>
          {canEdit ? "Cancel" : "Close"}
        </button>
        {references && previous !== null && (
          <Link
            className="button button-quiet"
            to={filtersPath(references.schema, references.name, [
              { column: references.column, operator: "eq", value: previous },
            ])}
          >
            Open row
          </Link>
        )}
      </p>
    </form>
  );
}

/**
 * Positions the dialog over the cell, but inside the window. In a narrow window the style sheet moves it to the bottom.
 */
function positionOver(dialog: HTMLDialogElement, anchor: Element): void {
  if (innerWidth < 640) return;
  const { left, top, width } = anchor.getBoundingClientRect();
  dialog.style.width = `${Math.max(width, 360)}px`;
  const { offsetWidth, offsetHeight } = dialog;
  dialog.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
  dialog.style.top = `${Math.max(8, Math.min(top, innerHeight - offsetHeight - 8))}px`;
}
