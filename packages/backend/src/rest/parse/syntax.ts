/**
 * The syntax tree of the query string. Absent parts are null. Names follow PostgREST's documentation, "Tables
 * and Views" and "Resource Embedding".
 */

/** `->key`, `->>key`, `->0`: one step into a json value, an array or a composite. */
export interface JsonStep {
  readonly arrow: "->" | "->>";
  readonly by: "key" | "index";
  /** The key, or the index with its sign. */
  readonly value: string;
}

/** `data->a->>b`: a column and a path into it. */
export interface FieldReference {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export type AggregateFunction = "sum" | "avg" | "count" | "max" | "min";
export type JoinKind = "inner" | "left";

export interface SelectedField {
  readonly kind: "field";
  readonly field: FieldReference;
  readonly alias: string | null;
  readonly cast: string | null;
  readonly aggregate: AggregateFunction | null;
  readonly aggregateCast: string | null;
}

/** `alias:relation!hint!inner(…)`. */
export interface SelectedRelation {
  readonly kind: "relation";
  readonly name: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly join: JoinKind | null;
  readonly items: readonly SelectItem[];
}

/** `...relation!hint!inner(…)`. */
export interface SpreadRelation {
  readonly kind: "spread";
  readonly name: string;
  readonly hint: string | null;
  readonly join: JoinKind | null;
  readonly items: readonly SelectItem[];
}

export type SelectItem = SelectedField | SelectedRelation | SpreadRelation;

export type SimpleOperator = "neq" | "cs" | "cd" | "ov" | "sl" | "sr" | "nxr" | "nxl" | "adj";
/** Operators that take `(any)` and `(all)`. */
export type QuantifiableOperator =
  | "eq"
  | "gte"
  | "gt"
  | "lte"
  | "lt"
  | "like"
  | "ilike"
  | "match"
  | "imatch";
export type TextSearchOperator = "fts" | "plfts" | "phfts" | "wfts";
export type Quantifier = "any" | "all";
export type IsValue = "null" | "not_null" | "true" | "false" | "unknown";

export type Operation =
  | { readonly kind: "simple"; readonly operator: SimpleOperator; readonly value: string }
  | {
      readonly kind: "quantifiable";
      readonly operator: QuantifiableOperator;
      readonly quantifier: Quantifier | null;
      readonly value: string;
    }
  | { readonly kind: "in"; readonly values: readonly string[] }
  | { readonly kind: "is"; readonly value: IsValue }
  | { readonly kind: "isdistinct"; readonly value: string }
  | {
      readonly kind: "textSearch";
      readonly operator: TextSearchOperator;
      readonly language: string | null;
      readonly value: string;
    };

/** An operator with its operand, such as `eq.5`. It may be negated, such as `not.eq.5`. */
export interface Condition {
  readonly negated: boolean;
  readonly operation: Operation;
}

export interface Filter {
  readonly kind: "filter";
  readonly field: FieldReference;
  readonly condition: Condition;
}

/** `and(…)`, `not.or(…)`. */
export interface LogicGroup {
  readonly kind: "group";
  readonly negated: boolean;
  readonly operator: "and" | "or";
  readonly members: readonly LogicTree[];
}

export type LogicTree = Filter | LogicGroup;

export type Direction = "asc" | "desc";
export type NullsOrder = "nullsfirst" | "nullslast";

/** For example `clients(name).desc.nullslast`. `relation` is null for a column of the table itself. */
export interface OrderTerm {
  readonly relation: string | null;
  readonly field: FieldReference;
  readonly direction: Direction | null;
  readonly nulls: NullsOrder | null;
}

/** A value for the embedded relation at the end of a path. The empty path is the root. */
export interface PathTarget<T> {
  readonly path: readonly string[];
  readonly value: T;
}

/**
 * The maximum depth of embeds and logic trees. Clients do not nest deeper, and a deeper tree could overflow the stack.
 */
export const maxNesting = 50;
