import { useEffect, useId, useRef, useState } from "react";
import { useErrorText } from "../../auth/error-text.ts";
import { useData } from "../../data/data-client.tsx";
import { useFormat } from "../../i18n/format.ts";
import { useWords } from "../../i18n/vocabulary.tsx";
import { CrossIcon } from "../../icons/icons.tsx";
import { DownloadIcon, SearchIcon } from "../../icons/signed-in.tsx";
import { useSay } from "../../shell/toasts.tsx";
import { csvFileName } from "../queries/csv.ts";
import { type Choice, exportNotes, type Sort, sorts } from "../queries/notes.ts";
import { download } from "./download.ts";

/** How long typing pauses before the search runs, in milliseconds. */
const pause = 250;

/** Search, order and export. */
export function Toolbar(props: {
  choice: Choice;
  total: number;
  searchFor: (text: string) => void;
  sortBy: (sort: Sort) => void;
}) {
  const { choice, total } = props;
  return (
    <div className="toolbar">
      <Search text={choice.search} searchFor={props.searchFor} />
      <SortChoice sort={choice.sort} sortBy={props.sortBy} />
      <Export choice={choice} total={total} />
    </div>
  );
}

function Search(props: { text: string; searchFor: (text: string) => void }) {
  const { text, searchFor } = props;
  const words = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);

  // The address changed by itself (Back, a cleared search): the field follows.
  if (text !== shown) {
    setShown(text);
    setTyped(text);
  }

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === text) return;
    const timer = setTimeout(() => {
      setShown(wanted);
      searchFor(wanted);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed, text, searchFor]);

  return (
    <search className="search">
      <label className="visually-hidden" htmlFor={id}>
        {words.notes.searchLabel}
      </label>
      <SearchIcon />
      <input
        id={id}
        ref={field}
        type="search"
        className="input"
        dir="auto"
        value={typed}
        placeholder={words.notes.searchPlaceholder}
        autoComplete="off"
        maxLength={200}
        enterKeyHint="search"
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed && (
        <button
          type="button"
          className="icon-button"
          aria-label={words.notes.clearSearch}
          onClick={() => {
            setTyped("");
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
  const words = useWords();
  const id = useId();
  return (
    <div className="sort">
      <label className="visually-hidden" htmlFor={id}>
        {words.notes.sortLabel}
      </label>
      <select
        id={id}
        className="input"
        value={sort}
        onChange={(event) =>
          sortBy(sorts.find((option) => option === event.target.value) ?? "changed")
        }
      >
        {sorts.map((option) => (
          <option key={option} value={option}>
            {words.notes.sorts[option]}
          </option>
        ))}
      </select>
    </div>
  );
}

function Export({ choice, total }: { choice: Choice; total: number }) {
  const words = useWords();
  const format = useFormat();
  const say = useSay();
  const textOf = useErrorText();
  const data = useData();
  const [busy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    try {
      const { csv, count } = await exportNotes(data, choice);
      download(csv, csvFileName(new Date()));
      say({ text: words.notes.exported(count, format.number(count)) });
    } catch (error) {
      say({ text: `${words.notes.failed.export} ${textOf(error)}`, tone: "danger" });
    } finally {
      setBusy(false);
    }
  };

  return (
    <button
      type="button"
      className="button"
      disabled={total === 0}
      aria-disabled={busy}
      onClick={() => !busy && void run()}
    >
      <DownloadIcon />
      <span>{busy ? words.notes.exporting : words.notes.exportCsv}</span>
    </button>
  );
}
