import type { Diagram } from "../../../../packages/backend/src/desk/catalog/diagram.ts";
import type { Enum } from "../../../../packages/backend/src/desk/catalog/enums.ts";
import { call } from "./call.ts";

export type { Diagram, Enum };

/** A column as the forms describe it. */
export interface NewColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable?: boolean;
  readonly default?: string | null;
  readonly isIdentity?: boolean;
  readonly isPrimary?: boolean;
  readonly isUnique?: boolean;
  readonly references?: {
    readonly schema: string;
    readonly name: string;
    readonly column: string;
    readonly onDelete?: string;
  } | null;
}

/** A schema change (docs/desk.md). The server generates its SQL. */
export interface SchemaChange {
  readonly kind: string;
  readonly schema: string;
  readonly name: string;
  readonly [part: string]: unknown;
}

/** The SQL of a change that is not applied yet. */
export interface Plan {
  /** The name of the migration's file. */
  readonly name: string;
  readonly text: string;
  /** What the change deletes, and to whom it opens access. */
  readonly losses: readonly string[];
  /** Why PostgreSQL would refuse it. */
  readonly refusal: {
    readonly message: string;
    readonly detail?: string;
    readonly hint?: string;
    readonly sqlstate?: string;
  } | null;
}

export const planChange = (change: SchemaChange, signal: AbortSignal) =>
  call<Plan>("/schema/plan", { body: { change }, signal });

/** Applies a migration and writes its file, or does neither. */
export const applyMigration = (name: string, text: string) =>
  call<{ readonly path: string }>("/schema/apply", { body: { name, text } });

export const getEnums = () => call<{ readonly enums: readonly Enum[] }>("/enums");

export const getDiagram = (schema: string) =>
  call<Diagram>(`/diagram/${encodeURIComponent(schema)}`);
