import { call } from "./call.ts";

/**
 * What a server can have: the record of its `requests`, explanations (`why`), the project's `folder`, and the wires and
 * jobs of a `server`, which a browser tab does not have.
 */
export type Feature = "requests" | "why" | "folder" | "server";

export interface Status {
  readonly project: string;
  readonly engine: "pglite" | "postgres";
  readonly version: string;
  /** The roles of the API, such as `anon` and `authenticated`. */
  readonly roles: readonly string[];
  readonly features: readonly Feature[];
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly kind: "table" | "partitioned table" | "view" | "materialized view" | "foreign table";
  readonly estimate: number | null;
  readonly hasRowSecurity: boolean;
  readonly isOwn: boolean;
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly category: string;
  readonly isNullable: boolean;
  readonly default: string | null;
  readonly isIdentity: boolean;
  readonly isGenerated: boolean;
  readonly comment: string | null;
  readonly labels: readonly string[] | null;
  readonly keyPosition: number | null;
  readonly references: {
    readonly schema: string;
    readonly name: string;
    readonly column: string;
  } | null;
}

export interface Structure {
  readonly schema: string;
  readonly name: string;
  readonly kind: Relation["kind"];
  readonly isOwn: boolean;
  readonly comment: string | null;
  readonly estimate: number | null;
  readonly hasRowSecurity: boolean;
  readonly forcesRowSecurity: boolean;
  readonly definition: string | null;
  readonly columns: readonly Column[];
  readonly constraints: readonly { name: string; kind: string; definition: string }[];
  readonly indexes: readonly { name: string; definition: string; bytes: number }[];
  readonly policies: readonly {
    name: string;
    command: string;
    isPermissive: boolean;
    roles: readonly string[];
    using: string | null;
    check: string | null;
  }[];
  readonly triggers: readonly { name: string; definition: string; isEnabled: boolean }[];
  readonly grants: readonly {
    role: string;
    privileges: readonly string[];
    columns: readonly string[] | null;
  }[];
}

export interface Person {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly isAnonymous: boolean;
}

export const getStatus = () => call<Status>("/status");

export const getRelations = () =>
  call<{
    readonly schemas: readonly { readonly name: string; readonly isOwn: boolean }[];
    readonly relations: readonly Relation[];
  }>("/relations");

/** Returns the columns of each table, keyed by `schema.table`, for completion in the editor. */
export const getNames = () =>
  call<{ readonly names: Readonly<Record<string, readonly string[]>> }>("/names");

export const getStructure = (schema: string, name: string) =>
  call<Structure>(`/relations/${encodeURIComponent(schema)}/${encodeURIComponent(name)}`);

export const getPeople = (search: string, signal?: AbortSignal) =>
  call<{ readonly people: readonly Person[] }>(
    `/people?search=${encodeURIComponent(search)}`,
    signal ? { signal } : {},
  );
