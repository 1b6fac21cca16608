import type { Structure } from "../api/catalog.ts";
import { quoteIdentifier } from "./fields.tsx";

/** The initial values of a policy's form. */
export interface PolicyTemplate {
  readonly label: string;
  readonly name: string;
  readonly command: string;
  readonly roles: readonly string[];
  readonly using: string;
  readonly check: string;
}

/** Returns the column that contains the owner of a row: one that references `auth.users`, or has a usual name. */
function ownerColumn({ columns }: Structure): string {
  const owner =
    columns.find(
      ({ references }) => references?.schema === "auth" && references.name === "users",
    ) ??
    columns.find(
      ({ name, type }) => type === "uuid" && /^(user|owner|author|profile)_id$/.test(name),
    );
  return quoteIdentifier(owner?.name ?? "user_id");
}

/** Returns the column that links a row to a team. */
function teamColumn({ columns }: Structure): string {
  const team = columns.find(({ name }) =>
    /^(team|group|organization|org|workspace|project)_id$/.test(name),
  );
  return quoteIdentifier(team?.name ?? "team_id");
}

/** With the subquery, PostgreSQL calls `auth.uid()` once per statement instead of once per row. */
const currentUserId = "(select auth.uid())";

/** Returns the policies that most tables need. */
export function policyTemplates(structure: Structure): readonly PolicyTemplate[] {
  const isOwner = `${ownerColumn(structure)} = ${currentUserId}`;
  const team = teamColumn(structure);
  const isMember = `${team} in (select ${team} from public.members where user_id = ${currentUserId})`;
  return [
    { label: "Empty", name: "", command: "select", roles: ["authenticated"], using: "", check: "" },
    {
      label: "Owner only",
      name: "owners read and write their rows",
      command: "all",
      roles: ["authenticated"],
      using: isOwner,
      check: isOwner,
    },
    {
      label: "Everyone reads",
      name: "everyone reads",
      command: "select",
      roles: ["anon", "authenticated"],
      using: "true",
      check: "",
    },
    {
      label: "Users insert their own rows",
      name: "users insert their own rows",
      command: "insert",
      roles: ["authenticated"],
      using: "",
      check: isOwner,
    },
    {
      label: "Members of a team",
      name: "members read and write rows of their team",
      command: "all",
      roles: ["authenticated"],
      using: isMember,
      check: isMember,
    },
  ];
}
