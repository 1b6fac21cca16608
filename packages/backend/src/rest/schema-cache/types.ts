import type { MediaType } from "../media-type.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";

/** The database's schema. It is immutable, and a reload replaces it. */
export interface SchemaCache {
  readonly tables: ReadonlyMap<string, Table>;
  /** Keyed by {@link nameKey} of the table that the relationships start from. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** Keyed by {@link nameKey}. Overloads with fewer parameters come first. */
  readonly routines: ReadonlyMap<string, readonly Routine[]>;
  readonly representations: Representations;
  readonly mediaHandlers: MediaHandlers;
  readonly roles: ReadonlyMap<string, Role>;
}

export interface Table extends QualifiedName {
  readonly description: string | null;
  readonly isView: boolean;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
  readonly primaryKey: readonly string[];
  readonly columns: ReadonlyMap<string, Column>;
}

export interface Column {
  readonly name: string;
  readonly description: string | null;
  readonly nullable: boolean;
  /** The type without modifiers. For a domain, its base type. */
  readonly type: string;
  /** The declared type, which may be a domain. */
  readonly nominalType: string;
  readonly maxLength: number | null;
  readonly default: string | null;
  readonly values: readonly string[];
}

export type ColumnPair = readonly [from: string, to: string];

interface RelationshipEnds {
  readonly table: QualifiedName;
  readonly foreign: QualifiedName;
  readonly isSelf: boolean;
}

export interface KeyRelationship extends RelationshipEnds {
  readonly kind: "many-to-one" | "one-to-many" | "one-to-one";
  readonly constraint: string;
  readonly columns: readonly ColumnPair[];
  /** True if `table` is the referenced side. Distinguishes the two sides of a one-to-one relationship. */
  readonly isParent: boolean;
  readonly tableIsView: boolean;
  readonly foreignIsView: boolean;
}

export interface JunctionRelationship extends RelationshipEnds {
  readonly kind: "many-to-many";
  readonly junction: Junction;
  readonly tableIsView: boolean;
  readonly foreignIsView: boolean;
}

export interface Junction {
  readonly table: QualifiedName;
  readonly constraint1: string;
  readonly constraint2: string;
  /** The columns of the source, each with the junction's column that references it. */
  readonly source: readonly ColumnPair[];
  /** The columns of the target, each with the junction's column that references it. */
  readonly target: readonly ColumnPair[];
}

/** A function from a row of one table to rows of another. */
export interface ComputedRelationship extends RelationshipEnds {
  readonly kind: "computed";
  readonly function: QualifiedName;
  readonly toOne: boolean;
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship;

export function isToOne(relationship: Relationship): boolean {
  switch (relationship.kind) {
    case "many-to-one":
    case "one-to-one":
      return true;
    case "one-to-many":
    case "many-to-many":
      return false;
    case "computed":
      return relationship.toOne;
    default:
      return relationship satisfies never;
  }
}

export interface Parameter {
  /** The parameter's name. Empty if it has none. */
  readonly name: string;
  readonly type: string;
  /** The type without modifiers. For a domain, its base type. */
  readonly baseType: string;
  /** The type to cast a value to: `type`, or a variant that does not truncate. */
  readonly castType: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine extends QualifiedName {
  readonly description: string | null;
  readonly parameters: readonly Parameter[];
  readonly returns: {
    readonly set: boolean;
    readonly composite: boolean;
    readonly type: QualifiedName;
  };
  readonly volatility: "volatile" | "stable" | "immutable";
  readonly variadic: boolean;
  readonly isolation: Isolation | null;
  /** Settings of the function that apply to the whole transaction. */
  readonly settings: readonly (readonly [name: string, value: string])[];
}

export type Isolation = "read committed" | "repeatable read" | "serializable";

export interface Role {
  /** True if the role is granted to `authenticator`, so that a request may use it. */
  readonly granted: boolean;
  readonly isolation: Isolation | null;
  readonly settings: readonly (readonly [name: string, value: string])[];
}

/** Functions that cast to and from domains, by source and target type. */
export type Representations = ReadonlyMap<string, string>;

export function representationKey(source: string, target: string): string {
  return `${source}\0${target}`;
}

/** A handler that turns rows into a body of a media type. */
export type MediaHandler =
  | { readonly kind: "json" }
  | { readonly kind: "jsonNullsStripped" }
  | { readonly kind: "singleJson"; readonly nullsStripped: boolean }
  | { readonly kind: "csv" }
  | { readonly kind: "geojson" }
  | {
      readonly kind: "custom";
      readonly function: QualifiedName;
      /** The row type that the function takes. Null if it takes any row. */
      readonly target: QualifiedName | null;
      readonly binary: boolean;
    }
  | { readonly kind: "none" };

export interface ResolvedHandler {
  readonly handler: MediaHandler;
  readonly mediaType: MediaType;
}

/** Keyed by {@link handlerKey}. */
export type MediaHandlers = ReadonlyMap<string, ResolvedHandler>;

/** @param target the row type, or null if the handler takes any row */
export function handlerKey(target: QualifiedName | null, mediaType: string): string {
  return `${target === null ? "" : nameKey(target)}\0${mediaType}`;
}
