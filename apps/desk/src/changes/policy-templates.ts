import type { Structure } from "../api/catalog.ts";
import { quoted } from "./fields.tsx";

/** What a form of a policy begins with. */
export interface PolicyTemplate {
  readonly label: string;
  readonly name: string;
  readonly command: string;
  readonly roles: readonly string[];
  readonly using: string;
  readonly check: string;
}

/** The column that names the owner of a row: one that references the users, or has a usual name. */
function ownerColumn({ columns }: Structure): string {
  const owner =
    columns.find(
      ({ references }) => references?.schema === "auth" && references.name === "users",
    ) ??
    columns.find(
      ({ name, type }) => type === "uuid" && /^(user|owner|author|profile)_id$/.test(name),
    );
  return quoted(owner?.name ?? "user_id");
}

/** The column that a row shares with the memberships of a team. */
function teamColumn({ columns }: Structure): string {
  const team = columns.find(({ name }) =>
    /^(team|group|organization|org|workspace|project)_id$/.test(name),
  );
  return quoted(team?.name ?? "team_id");
}

/** The subquery lets PostgreSQL call `auth.uid()` once, not once a row. */
const user = "(select auth.uid())";

/** Returns the policies that most tables need. */
export function policyTemplates(structure: Structure): readonly PolicyTemplate[] {
  const owner = `${ownerColumn(structure)} = ${user}`;
  const team = teamColumn(structure);
  const members = `${team} in (select ${team} from public.members where user_id = ${user})`;
  return [
    { label: "Empty", name: "", command: "select", roles: ["authenticated"], using: "", check: "" },
    {
      ...{ label: "Owner only", name: "owners read and write their rows", command: "all" },
      ...{ roles: ["authenticated"], using: owner, check: owner },
    },
    {
      ...{ label: "Everyone reads", name: "everyone reads", command: "select" },
      ...{ roles: ["anon", "authenticated"], using: "true", check: "" },
    },
    {
      ...{ label: "Users insert their own rows", name: "users insert their own rows" },
      ...{ command: "insert", roles: ["authenticated"], using: "", check: owner },
    },
    {
      ...{ label: "Members of a team", name: "members read and write rows of their team" },
      ...{ command: "all", roles: ["authenticated"], using: members, check: members },
    },
  ];
}
