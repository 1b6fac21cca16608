import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type Choice, type Sort, sorts } from "../queries/notes.ts";
import { pageOf } from "../queries/paging.ts";

/**
 * The choice that an address makes: `?q=` what is searched, `?sort=`, `?page=`. What it leaves out,
 * or gets wrong, is as at the beginning.
 */
export function choiceOf(address: URLSearchParams): Choice {
  return {
    search: address.get("q") ?? "",
    sort: sorts.find((sort) => sort === address.get("sort")) ?? "changed",
    page: pageOf(address.get("page")),
  };
}

/** The address that makes a choice, with nothing in it that goes without saying. */
export function addressOf({ search, sort, page }: Choice): URLSearchParams {
  const address = new URLSearchParams();
  if (search) address.set("q", search);
  if (sort !== "changed") address.set("sort", sort);
  if (page > 1) address.set("page", String(page));
  return address;
}

/** The choice in the address, and how to change it; another search or order starts at page 1. */
export function useChoice(): {
  choice: Choice;
  searchFor: (text: string) => void;
  sortBy: (sort: Sort) => void;
  turnTo: (page: number, how?: { replace: boolean }) => void;
} {
  const [address, setAddress] = useSearchParams();
  const choice = useMemo(() => choiceOf(address), [address]);
  const change = useCallback(
    (next: Partial<Choice>, how: { replace: boolean }) =>
      setAddress((current) => addressOf({ ...choiceOf(current), page: 1, ...next }), how),
    [setAddress],
  );
  return useMemo(
    () => ({
      choice,
      // Typing is one visit, not one for each letter.
      searchFor: (text: string) => change({ search: text }, { replace: true }),
      sortBy: (sort: Sort) => change({ sort }, { replace: true }),
      turnTo: (page: number, how = { replace: false }) => change({ page }, how),
    }),
    [choice, change],
  );
}
