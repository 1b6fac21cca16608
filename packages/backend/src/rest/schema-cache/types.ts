import type { MediaType } from "../media-type.ts";
import { nameKey, type QualifiedName } from "../qualified-name.ts";

/** The database's schema. It is immutable; a reload replaces it. */
export interface SchemaCache {
  readonly tables: ReadonlyMap<string, Table>;
  /** By {@link nameKey} of the table that the relationships start from. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
  /** By {@link nameKey}; overloads are sorted, the shortest first. */
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
  /** The type without modifiers; of a domain, its base type. */
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
  /** Whether `table` is the referenced side; distinguishes the two sides of a one-to-one relationship. */
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
  /** From the start's columns to the junction's. */
  readonly source: readonly ColumnPair[];
  /** From the end's columns to the junction's. */
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
  /** Empty for an unnamed parameter. */
  readonly name: string;
  readonly type: string;
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
  /** Whether the role is granted to `authenticator`, so that a request may run as it. */
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
      /** The row type that the function takes; null for any. */
      readonly target: QualifiedName | null;
      readonly binary: boolean;
    }
  | { readonly kind: "none" };

export interface ResolvedHandler {
  readonly handler: MediaHandler;
  readonly mediaType: MediaType;
}

/** By {@link handlerKey}. */
export type MediaHandlers = ReadonlyMap<string, ResolvedHandler>;

/** @param target null for any row */
export function handlerKey(target: QualifiedName | null, mediaType: string): string {
  return `${target === null ? "" : nameKey(target)}\0${mediaType}`;
}
