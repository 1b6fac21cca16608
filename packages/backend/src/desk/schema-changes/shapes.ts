import { z } from "zod";

const name = z.string().min(1).max(256);
/** SQL from the developer, such as the type of a column or the condition of a policy. */
const expression = z.string().min(1).max(20_000);
const names = z.array(name).min(1).max(100);
const action = z.enum(["no action", "restrict", "cascade", "set null", "set default"]);
const table = { schema: name, name };
const cascade = z.boolean().default(false);

const columnShape = z.object({
  name,
  type: expression,
  isNullable: z.boolean().default(true),
  default: expression.nullable().default(null),
  isIdentity: z.boolean().default(false),
  isPrimary: z.boolean().default(false),
  isUnique: z.boolean().default(false),
  references: z
    .object({ schema: name, name, column: name, onDelete: action.default("no action") })
    .nullable()
    .default(null),
});

const commands = ["all", "select", "insert", "update", "delete"] as const;

const policy = {
  roles: names,
  using: expression.nullable().default(null),
  check: expression.nullable().default(null),
};

const tablePrivileges = [
  "select",
  "insert",
  "update",
  "delete",
  "truncate",
  "references",
  "trigger",
  "maintain",
] as const;

const grant = {
  ...table,
  role: name,
  privileges: z.array(z.enum(tablePrivileges)).min(1).max(tablePrivileges.length),
  columns: names.nullable().default(null),
};

/** A change of the schema, as the forms of the desk's page describe it. */
export const changeShape = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("create table"),
    ...table,
    columns: z.array(columnShape).max(500),
    hasRowSecurity: z.boolean().default(true),
    comment: z.string().max(10_000).nullable().default(null),
  }),
  z.object({ kind: z.literal("rename table"), ...table, to: name }),
  z.object({ kind: z.literal("drop table"), ...table, cascade }),
  z.object({ kind: z.literal("add column"), ...table, column: columnShape }),
  z.object({
    kind: z.literal("change column"),
    ...table,
    column: name,
    to: name.optional(),
    type: expression.optional(),
    /** An expression that converts the values. Without it, PostgreSQL's own conversion applies. */
    using: expression.optional(),
    isNullable: z.boolean().optional(),
    default: expression.nullable().optional(),
    comment: z.string().max(10_000).nullable().optional(),
  }),
  z.object({ kind: z.literal("drop column"), ...table, column: name, cascade }),
  z.object({
    kind: z.literal("add key"),
    ...table,
    constraint: name.optional(),
    key: z.enum(["primary key", "unique"]),
    columns: names,
  }),
  z.object({
    kind: z.literal("add foreign key"),
    ...table,
    constraint: name.optional(),
    columns: names,
    references: z.object({ schema: name, name, columns: names }),
    onDelete: action.default("no action"),
    onUpdate: action.default("no action"),
  }),
  z.object({
    kind: z.literal("add check"),
    ...table,
    constraint: name.optional(),
    check: expression,
  }),
  z.object({ kind: z.literal("drop constraint"), ...table, constraint: name, cascade }),
  z.object({
    kind: z.literal("create index"),
    ...table,
    index: name.optional(),
    columns: names,
    isUnique: z.boolean().default(false),
    method: z.enum(["btree", "hash", "gin", "gist", "brin", "spgist"]).default("btree"),
    where: expression.nullable().default(null),
  }),
  z.object({ kind: z.literal("drop index"), ...table, index: name }),
  z.object({
    kind: z.literal("create policy"),
    ...table,
    policy: name,
    ...policy,
    command: z.enum(commands),
    isPermissive: z.boolean().default(true),
  }),
  z.object({
    kind: z.literal("change policy"),
    ...table,
    policy: name,
    to: name.optional(),
    ...policy,
  }),
  z.object({ kind: z.literal("drop policy"), ...table, policy: name }),
  z.object({
    kind: z.literal("set row security"),
    ...table,
    isEnabled: z.boolean(),
    isForced: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("grant"), ...grant }),
  z.object({ kind: z.literal("revoke"), ...grant }),
  z.object({ kind: z.literal("set trigger"), ...table, trigger: name, isEnabled: z.boolean() }),
  z.object({
    kind: z.literal("create enum"),
    ...table,
    labels: z.array(z.string().min(1).max(256)).max(500),
  }),
  z.object({
    kind: z.literal("add enum value"),
    ...table,
    label: name,
    before: name.optional(),
  }),
  z.object({ kind: z.literal("rename enum value"), ...table, label: name, to: name }),
  z.object({ kind: z.literal("drop enum"), ...table, cascade }),
]);

export type SchemaChange = z.output<typeof changeShape>;
export type NewColumn = z.output<typeof columnShape>;
export type ChangeOf<Kind extends SchemaChange["kind"]> = Extract<SchemaChange, { kind: Kind }>;
