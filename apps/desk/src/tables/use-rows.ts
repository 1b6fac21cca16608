import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type Page, type Row, type RowsQuery, readRows } from "../api/rows.ts";

const pageSize = 100;

type Pages = InfiniteData<Page, string | undefined>;

const queryKeyOf = (query: RowsQuery) => ["rows", query.schema, query.name, query] as const;
const hasKey = (row: Row, other: readonly string[]) =>
  JSON.stringify(row.key) === JSON.stringify(other);

/** Reads the rows of a table page by page, and keeps the loaded rows current when one is changed. */
export function useRows(query: RowsQuery) {
  const client = useQueryClient();
  const rows = useInfiniteQuery({
    queryKey: queryKeyOf(query),
    queryFn: ({ pageParam, signal }) =>
      readRows({ ...query, cursor: pageParam, limit: pageSize }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // Refetching a thousand pages would take long and rarely show anything new.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const pages = rows.data?.pages;
  const allRows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages]);
  const firstPage = pages?.[0];

  const edit = useCallback(
    (change: (rows: readonly Row[]) => readonly Row[]) => {
      client.setQueryData<Pages>(
        queryKeyOf(query),
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, rows: change(page.rows) })),
          },
      );
    },
    [client, query],
  );
  return {
    rows: allRows,
    columns: firstPage?.columns ?? [],
    total: firstPage?.total ?? null,
    may: firstPage?.may ?? { insert: false, update: false, delete: false },
    error: rows.error,
    isLoading: rows.isPending,
    isLoadingMore: rows.isFetchingNextPage,
    hasMore: rows.hasNextPage,
    loadMore: rows.fetchNextPage,
    /** Starts again with the first page. */
    reload: useCallback(
      () => client.resetQueries({ queryKey: ["rows", query.schema, query.name] }),
      [client, query],
    ),
    /** Reads one row again, because a trigger can change more columns than the request did. */
    reloadRow: useCallback(
      async (columns: readonly string[], key: readonly string[], nextKey: readonly string[]) => {
        const { schema, name, as } = query;
        const filters = columns.map((column, index) => ({
          column,
          operator: "eq" as const,
          value: nextKey[index] ?? "",
        }));
        const page = await readRows({ schema, name, as, filters, limit: 1 });
        const newRows = page.rows.slice(0, 1);
        edit((list) => list.flatMap((row) => (hasKey(row, key) ? newRows : [row])));
      },
      [query, edit],
    ),
    removeRows: useCallback(
      (keys: readonly (readonly string[])[]) => {
        const removedKeys = new Set(keys.map((key) => JSON.stringify(key)));
        edit((list) => list.filter(({ key }) => !removedKeys.has(JSON.stringify(key))));
      },
      [edit],
    ),
  };
}

export type RowsState = ReturnType<typeof useRows>;
