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

/** What will be done: every name resolved against the schema cache, nothing yet in SQL. */
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
  /** Whether PUT asked for it. */
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

/** A column, or what a column might be: with the knowledge of how to read and show it. */
export interface PlanField {
  readonly name: string;
  readonly path: readonly JsonStep[];
  /** Whether steps into it need `to_jsonb` first. */
  readonly toJson: boolean;
  /** Whether it is compared as text to search, in which language. */
  readonly textSearch: { readonly language: string | null } | null;
  /** The type that SQL sees it as; empty when unknown. */
  readonly type: string;
  readonly baseType: string;
  /** A function to send it through. */
  readonly transform: string | null;
  readonly default: string | null;
  /** The whole row stands for it: `count()` of a spread relation counts rows, not stars. */
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
  /** Whether anything was embedded under the alias. */
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
  /** With an empty schema for what a common table expression names. */
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
  /** As the request calls it, and as the response does. */
  readonly name: string;
  /** The name of the relation, when the request has another for it. */
  readonly relationName: string;
  readonly join: JoinKind | null;
  readonly relationship: Relationship;
  /** What a computed relationship's function is called with: the parent's row. */
  readonly parentRow: string;
  readonly conditions: readonly JoinCondition[];
  /** The alias of the joined subquery. */
  readonly alias: string;
  readonly shape: EmbedShape;
  readonly plan: ReadPlan;
}

export type EmbedShape =
  /** A json object or array under the embed's name; an empty one is there for filters alone. */
  | { readonly kind: "object"; readonly empty: boolean }
  | { readonly kind: "array"; readonly empty: boolean }
  /** Columns among the parent's. */
  | { readonly kind: "spreadOne"; readonly fields: readonly SpreadField[] }
  /** Columns among the parent's, each an array. */
  | {
      readonly kind: "spreadMany";
      readonly fields: readonly SpreadField[];
      /** What the arrays are ordered by has to be selected too, under names of its own. */
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
      /** PUT inserts only what its filters say. */
      readonly where: readonly PlanCondition[];
      readonly returning: readonly string[];
      readonly primaryKey: readonly string[];
      readonly applyDefaults: boolean;
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
  /** The columns that the rest of the statement needs; empty for all. */
  readonly returning: readonly string[];
}

export type CallArguments =
  | { readonly kind: "none" }
  /** One value for one unnamed parameter. */
  | { readonly kind: "single"; readonly parameter: Parameter; readonly value: string | Uint8Array }
  /** Values from a query string or a form. */
  | {
      readonly kind: "values";
      readonly values: readonly {
        readonly parameter: Parameter;
        readonly value: string | readonly string[] | null;
      }[];
    }
  /** Members of a json object. */
  | { readonly kind: "json"; readonly parameters: readonly Parameter[]; readonly body: string };

/** The text of a json payload. */
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
