import type { ChangeOf } from "./shapes.ts";
import { quoted, quotedColumns } from "./sql-text.ts";

/** Returns the clause that names a constraint, or an empty text if PostgreSQL chooses the name. */
const constraintName = (constraint: string | undefined) =>
  constraint === undefined ? "" : `constraint ${quoted(constraint)} `;

export const addKey = ({ schema, name, constraint, key, columns }: ChangeOf<"add key">) => [
  `alter table ${quoted(schema, name)} add ${constraintName(constraint)}${key} (${quotedColumns(columns)})`,
];

export function addForeignKey(change: ChangeOf<"add foreign key">): string[] {
  const { schema, name, constraint, columns, references, onDelete, onUpdate } = change;
  const actions = [
    ...(onDelete === "no action" ? [] : [` on delete ${onDelete}`]),
    ...(onUpdate === "no action" ? [] : [` on update ${onUpdate}`]),
  ].join("");
  const target = `${quoted(references.schema, references.name)} (${quotedColumns(references.columns)})`;
  return [
    `alter table ${quoted(schema, name)} add ${constraintName(constraint)}foreign key (${quotedColumns(columns)}) references ${target}${actions}`,
  ];
}

export const addCheck = ({ schema, name, constraint, check }: ChangeOf<"add check">) => [
  `alter table ${quoted(schema, name)} add ${constraintName(constraint)}check (${check})`,
];

export const dropConstraint = (change: ChangeOf<"drop constraint">) => [
  `alter table ${quoted(change.schema, change.name)} drop constraint ${quoted(change.constraint)}${change.cascade ? " cascade" : ""}`,
];

export function createIndex(change: ChangeOf<"create index">): string[] {
  const { schema, name, index, columns, isUnique, method, where } = change;
  return [
    [
      `create ${isUnique ? "unique " : ""}index`,
      ...(index === undefined ? [] : [quoted(index)]),
      `on ${quoted(schema, name)}`,
      ...(method === "btree" ? [] : [`using ${method}`]),
      `(${quotedColumns(columns)})`,
      ...(where === null ? [] : [`where ${where}`]),
    ].join(" "),
  ];
}

export const dropIndex = ({ schema, index }: ChangeOf<"drop index">) => [
  `drop index ${quoted(schema, index)}`,
];
