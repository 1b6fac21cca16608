import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Column } from "../api/catalog.ts";
import { type Filter, operators } from "../api/rows.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Icon } from "../shell/icons.tsx";
import { SearchField } from "../shell/search-field.tsx";
import type { ViewState } from "./view-state.ts";

const needsValue = ({ operator }: Pick<Filter, "operator">) =>
  operator !== "null" && operator !== "notnull";

/** The time from the last keystroke to the search. */
const searchDelayMs = 250;

/** The search field and the filters on columns. */
export function FilterBar({
  columns,
  state,
  onChange,
}: {
  readonly columns: readonly Column[];
  readonly state: ViewState;
  readonly onChange: (next: Partial<ViewState>) => void;
}) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { filters } = state;
  const operatorName = ({ operator }: Filter) => operators.find(([key]) => key === operator)?.[1];
  return (
    <>
      <RowSearch search={state.search} onSearch={(search) => onChange({ search })} />
      <button type="button" className="button" onClick={() => setDialogOpen(true)}>
        <Icon name="filter" />
        <span className="wide-text">Filter</span>
      </button>
      {filters.length > 0 && (
        <ul className="filters" aria-label="Filters">
          {filters.map((filter) => (
            <li key={JSON.stringify(filter)} className="filter">
              <bdi className="filter-text">
                {filter.column} {operatorName(filter)} {needsValue(filter) && <q>{filter.value}</q>}
              </bdi>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove the filter of ${filter.column}`}
                onClick={() => onChange({ filters: filters.filter((other) => other !== filter) })}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isDialogOpen && (
        <Dialog title="Filter rows" className="dialog-narrow" onClose={() => setDialogOpen(false)}>
          {(close) => (
            <FilterForm
              columns={columns}
              onAdd={(filter) => {
                onChange({ filters: [...filters, filter] });
                close();
              }}
            />
          )}
        </Dialog>
      )}
    </>
  );
}

/** Searches when the user pauses typing. */
function RowSearch({
  search,
  onSearch,
}: {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}) {
  const [text, setText] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => setText(search), [search]);
  return (
    <SearchField
      label="Search rows"
      value={text}
      onChange={(next) => {
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(next), searchDelayMs);
      }}
    />
  );
}

function FilterForm({
  columns,
  onAdd,
}: {
  readonly columns: readonly Column[];
  readonly onAdd: (filter: Filter) => void;
}) {
  const [operator, setOperator] = useState<Filter["operator"]>("eq");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const column = String(data.get("column"));
    const value = String(data.get("value") ?? "");
    onAdd(needsValue({ operator }) ? { column, operator, value } : { column, operator });
  };
  return (
    <form onSubmit={submit} className="form">
      <label htmlFor="filter-column">Column</label>
      <select id="filter-column" name="column" className="input" data-first-focus>
        {columns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <label htmlFor="filter-operator">Condition</label>
      <select
        id="filter-operator"
        className="input"
        value={operator}
        onChange={(event) => setOperator(event.target.value as Filter["operator"])}
      >
        {operators.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      {needsValue({ operator }) && (
        <>
          <label htmlFor="filter-value">Value</label>
          <input id="filter-value" name="value" className="input" autoComplete="off" dir="auto" />
        </>
      )}
      <button type="submit" className="button button-primary">
        Add filter
      </button>
    </form>
  );
}
