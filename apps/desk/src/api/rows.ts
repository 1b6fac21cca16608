import { call } from "./call.ts";

/** The role, and optionally the user, that a statement runs as. */
export interface RunAs {
  readonly role: string;
  readonly user?: string;
  /** Claims that replace those of the user, or are added to them. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The headers of the request that a client would send. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const operators = [
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
] as const;

export interface Filter {
  readonly column: string;
  readonly operator: (typeof operators)[number][0];
  readonly value?: string;
}

export interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** A selection of a table's rows, and the role that reads them. */
export interface RowsQuery {
  readonly schema: string;
  readonly name: string;
  readonly as: RunAs;
  readonly filters?: readonly Filter[];
  readonly search?: string;
  readonly sort?: Sort | undefined;
}

export interface Row {
  readonly key: readonly string[] | null;
  readonly cells: readonly (string | null)[];
  readonly cut?: readonly number[];
}

export interface Page {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly total: { readonly rows: number; readonly isExact: boolean } | null;
  readonly may: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean };
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
