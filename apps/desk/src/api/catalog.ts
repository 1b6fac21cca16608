import type { Relation } from "../../../../packages/backend/src/desk/catalog/relations.ts";
import type { Column, Structure } from "../../../../packages/backend/src/desk/catalog/structure.ts";
import type { ListedUser } from "../../../../packages/backend/src/desk/users/list.ts";
import { call } from "./call.ts";

export type { Column, Relation, Structure };

/**
 * A feature that not every server has: the record of `requests`, explanations (`why`), the project's `folder`, and the
 * wires and jobs of a `server`, which a browser tab does not have.
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

export type SelectableUser = Pick<ListedUser, "id" | "email" | "phone" | "isAnonymous">;

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

export const getUsers = (search: string, signal?: AbortSignal) =>
  call<{ readonly people: readonly SelectableUser[] }>(
    `/people?search=${encodeURIComponent(search)}`,
    signal ? { signal } : {},
  );
