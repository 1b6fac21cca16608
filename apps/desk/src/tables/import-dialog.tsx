import { useState } from "react";
import type { Structure } from "../api/catalog.ts";
import type { Values } from "../api/rows.ts";
import { parseCsv } from "../export/csv.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";

/** The server accepts bodies of 16 MB, and the JSON that is sent is longer than the CSV. */
const longestFileBytes = 8 * 1024 * 1024;

interface Parsed {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Imports the rows of a CSV file, either all or none. */
export function ImportDialog({
  structure,
  onInsert,
  onClose,
}: {
  readonly structure: Structure;
  readonly onInsert: (rows: readonly Values[]) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [parsed, setParsed] = useState<Parsed | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const names = new Set(structure.columns.map(({ name }) => name));
  const used = parsed?.header.filter((name) => names.has(name)) ?? [];
  const unknown = parsed?.header.filter((name) => !names.has(name)) ?? [];
  const read = async (file: File | undefined) => {
    setError(null);
    setParsed(null);
    if (!file) return;
    if (file.size > longestFileBytes) return setError(new Error("The file is larger than 8 MB."));
    const [header = [], ...rows] = parseCsv(await file.text());
    setParsed({ name: file.name, header: header.map((name) => name?.trim() ?? ""), rows });
  };
  const save = async (close: () => void) => {
    if (!parsed || isSaving) return;
    setSaving(true);
    setError(null);
    try {
      const rows = parsed.rows.map((row) =>
        Object.fromEntries(used.map((name) => [name, row[parsed.header.indexOf(name)] ?? null])),
      );
      await onInsert(rows);
      close();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      setSaving(false);
    }
  };
  return (
    <Dialog title={`Import into ${structure.name}`} onClose={onClose}>
      {(close) => (
        <div className="form">
          <label htmlFor="import-file">CSV file whose first line names the columns</label>
          <input
            id="import-file"
            data-first-focus
            className="input"
            type="file"
            accept=".csv,.tsv,text/csv,text/tab-separated-values"
            onChange={(event) => void read(event.target.files?.[0])}
          />
          {parsed && unknown.length > 0 && (
            <p className="message message-warning">
              {structure.name} has no column named {unknown.map((name) => `“${name}”`).join(", ")}.
              These values are left out.
            </p>
          )}
          {parsed && used.length > 0 && <Preview parsed={parsed} used={used} />}
          {error && <Failure error={error} />}
          {parsed && (
            <button
              type="button"
              className="button button-primary"
              disabled={used.length === 0 || parsed.rows.length === 0}
              aria-disabled={isSaving}
              onClick={() => void save(close)}
            >
              Import {parsed.rows.length.toLocaleString("en-US")} rows
            </button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Preview({ parsed, used }: { readonly parsed: Parsed; readonly used: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="preview" tabIndex={0} aria-label="First rows of the file">
      <table className="facts">
        <thead>
          <tr>
            {used.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parsed.rows.slice(0, 4).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other identity
            <tr key={at}>
              {used.map((name) => {
                const value = row[parsed.header.indexOf(name)] ?? null;
                return (
                  <td key={name} dir="auto">
                    {value === null ? <span className="cell-null">NULL</span> : value.slice(0, 120)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
