import type { RunAs } from "../../../../packages/backend/src/desk/caller.ts";
import type { Filter } from "../../../../packages/backend/src/desk/rows/conditions.ts";
import type { Sort } from "../../../../packages/backend/src/desk/rows/order.ts";
import type { Page, Row } from "../../../../packages/backend/src/desk/rows/read.ts";
import { call } from "./call.ts";

export type { Filter, Page, Row, RunAs, Sort };

/** The filter operators, with their labels. */
export const operators: readonly (readonly [Filter["operator"], string])[] = [
  ["eq", "equals"],
  ["neq", "is not"],
  ["contains", "contains"],
  ["starts", "starts with"],
  ["gt", "is greater than"],
  ["gte", "is at least"],
  ["lt", "is less than"],
  ["lte", "is at most"],
  ["null", "is null"],
  ["notnull", "is not null"],
];

/** A selection of a table's rows, and the role that reads them. */
export interface RowsQuery {
  readonly schema: string;
  readonly name: string;
  readonly as: RunAs;
  readonly filters?: readonly Filter[];
  readonly search?: string;
  readonly sort?: Sort | undefined;
}

export type Values = Readonly<Record<string, string | null>>;

/** The table to change, and the role that changes it. */
export type Target = Pick<RowsQuery, "schema" | "name" | "as">;

export const readRows = (
  query: RowsQuery & { readonly cursor?: string | undefined; readonly limit?: number },
  signal?: AbortSignal,
) => call<Page>("/rows/read", { body: query, ...(signal && { signal }) });

export const readCell = (target: Target, key: readonly string[], column: string) =>
  call<{ readonly value: string | null; readonly isCut: boolean }>("/rows/cell", {
    body: { ...target, key, column },
  });

export const insertRows = (target: Target, rows: readonly Values[]) =>
  call<{ readonly affected: number; readonly keys: readonly (readonly string[])[] | null }>(
    "/rows/insert",
    { body: { ...target, rows } },
  );

export const updateRow = (target: Target, key: readonly string[], set: Values) =>
  call<{ readonly affected: number }>("/rows/update", { body: { ...target, key, set } });

export const deleteRows = (target: Target, keys: readonly (readonly string[])[]) =>
  call<{ readonly affected: number; readonly deleted: readonly Values[] | null }>("/rows/delete", {
    body: { ...target, keys },
  });
