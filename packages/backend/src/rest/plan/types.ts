import type { MediaType } from "../media-type.ts";
import type { Payload } from "../parse/body.ts";
import type { Range } from "../parse/range.ts";
import type {
  AggregateFunction,
  Condition,
  Direction,
  JoinKind,
  JsonStep,
  NullsOrder,
} from "../parse/syntax.ts";
import type { QualifiedName } from "../qualified-name.ts";
import type { MediaHandler, Parameter, Relationship, Routine } from "../schema-cache/types.ts";

/** A request with all names resolved against the schema cache. */
export type Plan =
  | ReadRequestPlan
  | MutateRequestPlan
  | CallRequestPlan
  | { readonly kind: "describe"; readonly schema: string; readonly headersOnly: boolean }
  | { readonly kind: "options"; readonly allow: string };

export interface ReadRequestPlan {
  readonly kind: "read";
  readonly table: QualifiedName;
  readonly read: ReadPlan;
  readonly handler: MediaHandler;
  readonly mediaType: MediaType;
  readonly headersOnly: boolean;
}

export interface MutateRequestPlan {
  readonly kind: "mutate";
  readonly table: QualifiedName;
  readonly read: ReadPlan;
  readonly mutation: MutationPlan;
  /** True if the method is PUT. */
  readonly isPut: boolean;
  readonly handler: MediaHandler;
  readonly mediaType: MediaType;
}

export interface CallRequestPlan {
  readonly kind: "call";
  readonly read: ReadPlan;
  readonly call: CallPlan;
  readonly routine: Routine;
  readonly readOnly: boolean;
  readonly headersOnly: boolean;
  readonly handler: MediaHandler;
  readonly mediaType: MediaType;
}

/** A column or computed field, with the conversions for reading and returning it. */
export interface PlanField {
  readonly name: string;
  readonly path: readonly JsonStep[];
  /** True if the path needs `to_jsonb` first. */
  readonly toJson: boolean;
  /** Set if the field has to be converted to a tsvector, with the language of the search. */
  readonly textSearch: { readonly language: string | null } | null;
  /** The field's type in SQL. Empty if unknown. */
  readonly type: string;
  readonly baseType: string;
  /** A function that converts the field. */
  readonly transform: string | null;
  readonly default: string | null;
  /** True if the field represents the whole row, as in `count()` of a spread relation. */
  readonly wholeRow: boolean;
}

export interface PlanSelect {
  readonly field: PlanField;
  readonly alias: string | null;
  readonly cast: string | null;
  readonly aggregate: AggregateFunction | null;
  readonly aggregateCast: string | null;
}

export type PlanCondition =
  | { readonly kind: "filter"; readonly field: PlanField; readonly condition: Condition }
  /** Tests whether an embed, named by its alias, has found no row. */
  | { readonly kind: "embedIsNull"; readonly negated: boolean; readonly embed: string }
  | {
      readonly kind: "group";
      readonly negated: boolean;
      readonly operator: "and" | "or";
      readonly members: readonly PlanCondition[];
    };

export interface PlanOrder {
  /** The alias of an embedded relation, or null for the table itself. */
  readonly embed: string | null;
  readonly field: PlanField;
  readonly direction: Direction | null;
  readonly nulls: NullsOrder | null;
}

export interface ReadPlan {
  /** The table or common table expression. The latter has an empty schema. */
  readonly from: QualifiedName;
  readonly fromAlias: string | null;
  readonly select: readonly PlanSelect[];
  readonly where: readonly PlanCondition[];
  readonly order: readonly PlanOrder[];
  readonly range: Range;
  readonly embeds: readonly EmbedPlan[];
}

/** `left.column = right.column`. */
export interface JoinCondition {
  readonly left: QualifiedName;
  readonly leftColumn: string;
  readonly right: QualifiedName;
  readonly rightColumn: string;
}

export interface EmbedPlan {
  /** The name in the request and in the response. */
  readonly name: string;
  /** The name of the relation, if the request uses another name. */
  readonly relationName: string;
  readonly join: JoinKind | null;
  readonly relationship: Relationship;
  /** The argument of a computed relationship's function: the parent's row. */
  readonly parentRow: string;
  readonly conditions: readonly JoinCondition[];
  /** The alias of the joined subquery. */
  readonly alias: string;
  readonly shape: EmbedShape;
  readonly plan: ReadPlan;
}

export type EmbedShape =
  /** A json object or array under the name of the embed. With `empty`, the embed only filters the parent. */
  | { readonly kind: "object"; readonly empty: boolean }
  | { readonly kind: "array"; readonly empty: boolean }
  /** Columns that are added to the parent's columns. */
  | { readonly kind: "spreadOne"; readonly fields: readonly SpreadField[] }
  /** Columns that are added to the parent's columns, each as an array. */
  | {
      readonly kind: "spreadMany";
      readonly fields: readonly SpreadField[];
      /** The columns that order the arrays, selected under unique names. */
      readonly orderedBy: readonly { readonly embed: string | null; readonly select: PlanSelect }[];
      readonly order: readonly PlanOrder[];
    };

export interface SpreadField {
  readonly name: string;
  readonly alias: string | null;
  readonly aggregate: AggregateFunction | null;
  readonly aggregateCast: string | null;
}

export type MutationPlan =
  | {
      readonly kind: "insert";
      readonly into: QualifiedName;
      readonly columns: readonly PlanField[];
      readonly body: string;
      readonly onConflict: {
        readonly resolution: "merge-duplicates" | "ignore-duplicates";
        readonly columns: readonly string[];
      } | null;
      /** The conditions of a PUT, which inserts its row only if they match. */
      readonly where: readonly PlanCondition[];
      readonly returning: readonly string[];
      readonly primaryKey: readonly string[];
      readonly appliesDefaults: boolean;
    }
  | {
      readonly kind: "update";
      readonly table: QualifiedName;
      readonly columns: readonly PlanField[];
      readonly body: string;
      readonly where: readonly PlanCondition[];
      readonly returning: readonly string[];
      readonly applyDefaults: boolean;
    }
  | {
      readonly kind: "delete";
      readonly from: QualifiedName;
      readonly where: readonly PlanCondition[];
      readonly returning: readonly string[];
    };

export interface CallPlan {
  readonly function: QualifiedName;
  readonly arguments: CallArguments;
  readonly scalar: boolean;
  /** The columns that the outer query uses. Empty for all columns. */
  readonly returning: readonly string[];
}

export type CallArguments =
  | { readonly kind: "none" }
  /** A single value for the only parameter, which is unnamed. */
  | { readonly kind: "single"; readonly parameter: Parameter; readonly value: string | Uint8Array }
  /** The values come from a query string or a form. */
  | {
      readonly kind: "values";
      readonly values: readonly {
        readonly parameter: Parameter;
        readonly value: string | readonly string[] | null;
      }[];
    }
  /** The values are members of a json object. */
  | { readonly kind: "json"; readonly parameters: readonly Parameter[]; readonly body: string };

/** Returns the text of a json payload. */
export function jsonBody(payload: Payload | null): string {
  if (payload === null) return "{}";
  switch (payload.kind) {
    case "json":
    case "unreadJson":
      return payload.text;
    case "form":
      return JSON.stringify(Object.fromEntries(payload.pairs));
    case "raw":
      return new TextDecoder().decode(payload.bytes);
    default:
      return payload satisfies never;
  }
}
