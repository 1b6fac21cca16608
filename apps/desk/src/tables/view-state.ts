import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Filter, Sort } from "../api/rows.ts";

/** The filters, the search and the order of a table. They are part of the URL, so that a view can be bookmarked. */
export interface ViewState {
  readonly filters: readonly Filter[];
  readonly search: string;
  readonly sort: Sort | undefined;
}

export function useViewState() {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.toString();
  const state = useMemo<ViewState>(() => {
    const current = new URLSearchParams(text);
    return {
      filters: parse<readonly Filter[]>(current.get("filters")) ?? [],
      search: current.get("search") ?? "",
      sort: parse<Sort>(current.get("sort")),
    };
  }, [text]);
  const change = (next: Partial<ViewState>) => {
    setParameters(toParameters({ ...state, ...next }), { replace: true });
  };
  return [state, change] as const;
}

function toParameters({ filters, search, sort }: ViewState): URLSearchParams {
  const parameters = new URLSearchParams();
  if (filters.length > 0) parameters.set("filters", JSON.stringify(filters));
  if (search !== "") parameters.set("search", search);
  if (sort) parameters.set("sort", JSON.stringify(sort));
  return parameters;
}

function parse<Value>(text: string | null): Value | undefined {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the path of the screen for a table. */
export const tablePath = (schema: string, name: string) =>
  `/tables/${encodeURIComponent(schema)}/${encodeURIComponent(name)}`;

/** Returns the path of the screen for a table with the filters applied. */
export const filtersPath = (schema: string, name: string, filters: readonly Filter[]) =>
  `${tablePath(schema, name)}?${toParameters({ filters, search: "", sort: undefined })}`;
