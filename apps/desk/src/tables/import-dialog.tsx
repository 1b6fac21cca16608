import { useState } from "react";
import type { Structure } from "../api/catalog.ts";
import type { Values } from "../api/rows.ts";
import { type CsvRow, parseCsv } from "../export/csv.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Failure } from "../shell/failure.tsx";
import { errorWithLine, guessMapping, type Mapping, valuesOf } from "./import-mapping.ts";

/** The server accepts bodies of 16 MB, and the rows as JSON are longer than the CSV. */
const maxFileBytes = 8 * 1024 * 1024;
const maxRows = 100_000;
const previewRowCount = 4;

interface ParsedFile {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
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
  const [parsed, setParsed] = useState<ParsedFile | null>(null);
  const [mapping, setMapping] = useState<Mapping>([]);
  const [error, setError] = useState<Error | null>(null);
  const [isSaving, setSaving] = useState(false);
  const columns = structure.columns.filter(({ isGenerated }) => !isGenerated);
  const read = async (file: File | undefined) => {
    setError(null);
    setParsed(null);
    if (!file) return;
    try {
      if (file.size > maxFileBytes) throw new Error("The file is larger than 8 MB.");
      const [firstRow, ...rows] = parseCsv(await file.text());
      const header = firstRow?.cells.map((name) => name?.trim() ?? "") ?? [];
      if (rows.length === 0) throw new Error("The file has no rows below its first line.");
      if (rows.length > maxRows) throw new Error("The file has more than 100,000 rows.");
      setParsed({ header, rows });
      setMapping(guessMapping(header, columns));
    } catch (failure) {
      setError(failure as Error);
    }
  };
  const save = async (close: () => void) => {
    if (!parsed || isSaving) return;
    setSaving(true);
    setError(null);
    try {
      await onInsert(valuesOf(parsed.rows, mapping, columns));
      close();
    } catch (failure) {
      setError(errorWithLine(failure, parsed.rows));
      setSaving(false);
    }
  };
  const isMapped = mapping.some((name) => name !== "");
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
          {parsed && (
            <MappedPreview
              parsed={parsed}
              mapping={mapping}
              names={columns.map(({ name }) => name)}
              onMap={setMapping}
            />
          )}
          {error && <Failure error={error} />}
          {parsed && (
            <button
              type="button"
              className="button button-primary"
              disabled={!isMapped}
              aria-disabled={isSaving}
              onClick={() => void save(close)}
            >
              {isSaving ? "Importing" : "Import"} {parsed.rows.length.toLocaleString("en-US")} rows
            </button>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Shows the first rows of the file, and lets the user choose the column of each field. */
function MappedPreview({
  parsed,
  mapping,
  names,
  onMap,
}: {
  readonly parsed: ParsedFile;
  readonly mapping: Mapping;
  readonly names: readonly string[];
  readonly onMap: (mapping: Mapping) => void;
}) {
  const ignoredFields = parsed.header.filter((_, index) => !mapping[index]);
  const mapField = (field: number, name: string) =>
    onMap(
      // A column takes one field, so the field that was mapped to it before is now ignored.
      mapping.map((columnName, index) =>
        index === field ? name : columnName === name ? "" : columnName,
      ),
    );
  return (
    <>
      {ignoredFields.length > 0 && (
        <p className="message message-warning">
          Left out: {ignoredFields.map((name) => `“${name}”`).join(", ")}. Choose a column below to
          import a field.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="preview" tabIndex={0} aria-label="First rows of the file">
        <table className="facts">
          <thead>
            <tr>
              {parsed.header.map((field, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one name
                <th key={index} scope="col">
                  <label>
                    <bdi>{field || `Field ${index + 1}`}</bdi>
                    <select
                      className="input"
                      value={mapping[index]}
                      onChange={(event) => mapField(index, event.target.value)}
                    >
                      <option value="">leave out</option>
                      {names.map((name) => (
                        <option key={name}>{name}</option>
                      ))}
                    </select>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parsed.rows.slice(0, previewRowCount).map(({ line, cells }) => (
              <tr key={line}>
                {parsed.header.map((_, index) => {
                  const value = cells[index] ?? null;
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one name
                    <td key={index} dir="auto">
                      {value === null ? (
                        <span className="cell-null">NULL</span>
                      ) : (
                        value.slice(0, 120)
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
