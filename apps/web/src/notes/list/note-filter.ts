import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type NoteFilter, type Sort, sortOrders } from "../queries/notes.ts";
import { parsePage } from "../queries/paging.ts";

/** Parses the filter from `?q=`, `?sort=` and `?page=`. Missing and invalid values are replaced by defaults. */
export function parseFilter(parameters: URLSearchParams): NoteFilter {
  return {
    search: parameters.get("q") ?? "",
    sort: sortOrders.find((sort) => sort === parameters.get("sort")) ?? "changed",
    page: parsePage(parameters.get("page")),
  };
}

/** Returns the search parameters of a filter, without defaults. */
export function searchParamsOf({ search, sort, page }: NoteFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  if (search) parameters.set("q", search);
  if (sort !== "changed") parameters.set("sort", sort);
  if (page > 1) parameters.set("page", String(page));
  return parameters;
}

/** Returns the filter in the address, and functions that change it. A new search or order starts at page 1. */
export function useNoteFilter(): {
  filter: NoteFilter;
  searchFor: (text: string) => void;
  sortBy: (sort: Sort) => void;
  goToPage: (page: number, options?: { replace: boolean }) => void;
} {
  const [parameters, setParameters] = useSearchParams();
  const filter = useMemo(() => parseFilter(parameters), [parameters]);
  const change = useCallback(
    (changes: Partial<NoteFilter>, options: { replace: boolean }) =>
      setParameters(
        (current) => searchParamsOf({ ...parseFilter(current), page: 1, ...changes }),
        options,
      ),
    [setParameters],
  );
  return useMemo(
    () => ({
      filter,
      // Typing must not add a history entry for each letter.
      searchFor: (text: string) => change({ search: text }, { replace: true }),
      sortBy: (sort: Sort) => change({ sort }, { replace: true }),
      goToPage: (page: number, options = { replace: false }) => change({ page }, options),
    }),
    [filter, change],
  );
}
