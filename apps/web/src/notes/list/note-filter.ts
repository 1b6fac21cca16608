import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type NoteFilter, type Sort, sorts } from "../queries/notes.ts";
import { pageOf } from "../queries/paging.ts";

/** Reads the filter from `?q=`, `?sort=` and `?page=`. Missing and invalid values get their defaults. */
export function filterIn(address: URLSearchParams): NoteFilter {
  return {
    search: address.get("q") ?? "",
    sort: sorts.find((sort) => sort === address.get("sort")) ?? "changed",
    page: pageOf(address.get("page")),
  };
}

/** Returns the search parameters of a filter, without defaults. */
export function searchParamsOf({ search, sort, page }: NoteFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set("q", search);
  if (sort !== "changed") address.set("sort", sort);
  if (page > 1) address.set("page", String(page));
  return address;
}

/** Returns the filter in the address, and functions that change it. A new search or order starts at page 1. */
export function useNoteFilter(): {
  filter: NoteFilter;
  searchFor: (text: string) => void;
  sortBy: (sort: Sort) => void;
  goToPage: (page: number, options?: { replace: boolean }) => void;
} {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => filterIn(address), [address]);
  const change = useCallback(
    (next: Partial<NoteFilter>, options: { replace: boolean }) =>
      setAddress((current) => searchParamsOf({ ...filterIn(current), page: 1, ...next }), options),
    [setAddress],
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
