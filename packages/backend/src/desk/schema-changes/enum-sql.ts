import type { ChangeOf } from "./shapes.ts";
import { literal, quoted } from "./sql-text.ts";

export const createEnum = ({ schema, name, labels }: ChangeOf<"create enum">) => [
  `create type ${quoted(schema, name)} as enum (${labels.map(literal).join(", ")})`,
];

export const addEnumValue = ({ schema, name, label, before }: ChangeOf<"add enum value">) => [
  `alter type ${quoted(schema, name)} add value ${literal(label)}${before === undefined ? "" : ` before ${literal(before)}`}`,
];

export const renameEnumValue = ({ schema, name, label, to }: ChangeOf<"rename enum value">) => [
  `alter type ${quoted(schema, name)} rename value ${literal(label)} to ${literal(to)}`,
];

export const dropEnum = ({ schema, name, cascade }: ChangeOf<"drop enum">) => [
  `drop type ${quoted(schema, name)}${cascade ? " cascade" : ""}`,
];
