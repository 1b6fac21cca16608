import type { ChangeOf } from "./shapes.ts";
import { quoted, quotedColumns, roleName } from "./sql-text.ts";

const roleNames = (roles: readonly string[]) => roles.map(roleName).join(", ");

const conditions = ({ using, check }: { using: string | null; check: string | null }) => [
  ...(using === null ? [] : [`  using (${using})`]),
  ...(check === null ? [] : [`  with check (${check})`]),
];

export function createPolicy(change: ChangeOf<"create policy">): string[] {
  const { schema, name, policy, command, isPermissive, roles } = change;
  return [
    [
      `create policy ${quoted(policy)} on ${quoted(schema, name)}${isPermissive ? "" : " as restrictive"}`,
      `  for ${command} to ${roleNames(roles)}`,
      ...conditions(change),
    ].join("\n"),
  ];
}

export function changePolicy(change: ChangeOf<"change policy">): string[] {
  const { schema, name, policy, to, roles } = change;
  const start = `alter policy ${quoted(policy)} on ${quoted(schema, name)}`;
  return [
    [`${start} to ${roleNames(roles)}`, ...conditions(change)].join("\n"),
    ...(to !== undefined && to !== policy ? [`${start} rename to ${quoted(to)}`] : []),
  ];
}

export const dropPolicy = ({ schema, name, policy }: ChangeOf<"drop policy">) => [
  `drop policy ${quoted(policy)} on ${quoted(schema, name)}`,
];

export function setRowSecurity(change: ChangeOf<"set row security">): string[] {
  const start = `alter table ${quoted(change.schema, change.name)}`;
  return [
    `${start} ${change.isEnabled ? "enable" : "disable"} row level security`,
    ...(change.isForced === undefined
      ? []
      : [`${start} ${change.isForced ? "force" : "no force"} row level security`]),
  ];
}

type Grant = Pick<ChangeOf<"grant">, "schema" | "name" | "privileges" | "columns">;

const privilegesOn = ({ schema, name, privileges, columns }: Grant) => {
  const list = columns === null ? "" : ` (${quotedColumns(columns)})`;
  const each = privileges.map((privilege) => `${privilege}${list}`).join(", ");
  return `${each} on ${quoted(schema, name)}`;
};

export const grant = (change: ChangeOf<"grant">) => [
  `grant ${privilegesOn(change)} to ${roleName(change.role)}`,
];

export const revoke = (change: ChangeOf<"revoke">) => [
  `revoke ${privilegesOn(change)} from ${roleName(change.role)}`,
];

export const setTrigger = ({ schema, name, trigger, isEnabled }: ChangeOf<"set trigger">) => [
  `alter table ${quoted(schema, name)} ${isEnabled ? "enable" : "disable"} trigger ${quoted(trigger)}`,
];
