import { useEffect, useId, useRef, useState } from "react";
import { useErrorText } from "../../auth/error-text.ts";
import { useData } from "../../data/data-client.tsx";
import { useFormat } from "../../i18n/format.ts";
import { useTexts } from "../../i18n/translations.tsx";
import { CrossIcon } from "../../icons/icons.tsx";
import { DownloadIcon, SearchIcon } from "../../icons/signed-in.tsx";
import { useShowToast } from "../../shell/toasts.tsx";
import { csvFileName } from "../queries/csv.ts";
import { exportNotes, type NoteFilter, type Sort, sortOrders } from "../queries/notes.ts";
import { downloadCsv } from "./download-csv.ts";

const searchDelayMs = 250;

/** Search, sort order and export. */
export function Toolbar(props: {
  filter: NoteFilter;
  total: number;
  searchFor: (text: string) => void;
  sortBy: (sort: Sort) => void;
}) {
  const { filter, total } = props;
  return (
    <div className="toolbar">
      <Search text={filter.search} searchFor={props.searchFor} />
      <SortChoice sort={filter.sort} sortBy={props.sortBy} />
      <Export filter={filter} total={total} />
    </div>
  );
}

function Search(props: { text: string; searchFor: (text: string) => void }) {
  const { text, searchFor } = props;
  const texts = useTexts();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [input, setInput] = useState(text);
  const [appliedText, setAppliedText] = useState(text);

  // The URL has changed, for example by the Back button, so update the field.
  if (text !== appliedText) {
    setAppliedText(text);
    setInput(text);
  }

  useEffect(() => {
    const trimmed = input.trim();
    if (trimmed === text) return;
    const timer = setTimeout(() => {
      setAppliedText(trimmed);
      searchFor(trimmed);
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [input, text, searchFor]);

  return (
    <search className="search">
      <label className="visually-hidden" htmlFor={id}>
        {texts.notes.searchLabel}
      </label>
      <SearchIcon />
      <input
        id={id}
        ref={field}
        type="search"
        className="input"
        dir="auto"
        value={input}
        placeholder={texts.notes.searchPlaceholder}
        autoComplete="off"
        maxLength={200}
        enterKeyHint="search"
        onChange={(event) => setInput(event.target.value)}
      />
      {input && (
        <button
          type="button"
          className="icon-button"
          aria-label={texts.notes.clearSearch}
          onClick={() => {
            setInput("");
            searchFor("");
            field.current?.focus();
          }}
        >
          <CrossIcon />
        </button>
      )}
    </search>
  );
}

function SortChoice({ sort, sortBy }: { sort: Sort; sortBy: (sort: Sort) => void }) {
  const texts = useTexts();
  const id = useId();
  return (
    <div className="sort">
      <label className="visually-hidden" htmlFor={id}>
        {texts.notes.sortLabel}
      </label>
      <select
        id={id}
        className="input"
        value={sort}
        onChange={(event) =>
          sortBy(sortOrders.find((option) => option === event.target.value) ?? "changed")
        }
      >
        {sortOrders.map((option) => (
          <option key={option} value={option}>
            {texts.notes.sorts[option]}
          </option>
        ))}
      </select>
    </div>
  );
}

function Export({ filter, total }: { filter: NoteFilter; total: number }) {
  const texts = useTexts();
  const format = useFormat();
  const showToast = useShowToast();
  const textOf = useErrorText();
  const data = useData();
  const [isBusy, setIsBusy] = useState(false);

  const exportFile = async () => {
    setIsBusy(true);
    try {
      const { csv, count } = await exportNotes(data, filter);
      downloadCsv(csv, csvFileName(new Date()));
      showToast({ text: texts.notes.exported(count, format.number(count)) });
    } catch (error) {
      showToast({ text: `${texts.notes.failed.export} ${textOf(error)}`, tone: "danger" });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <button
      type="button"
      className="button"
      disabled={total === 0}
      aria-disabled={isBusy}
      onClick={() => !isBusy && void exportFile()}
    >
      <DownloadIcon />
      <span>{isBusy ? texts.notes.exporting : texts.notes.exportCsv}</span>
    </button>
  );
}
