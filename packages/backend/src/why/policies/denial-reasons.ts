import type { Connection } from "../../database/port.ts";
import { sql } from "../../database/sql.ts";
import type { Reason } from "../reason-texts.ts";
import {
  type MissingPrivilege,
  missingPrivileges,
  policySources,
  type Relation,
  type RequiredPrivilege,
  shortName,
  viewSources,
} from "./catalog.ts";
import type { RowChecker } from "./row-checker.ts";

/** Explains an error such as `permission denied for …`. */
export async function reasonOfDenial(
  connection: Connection,
  role: string,
  message: string,
  {
    relations,
    needs,
    checks,
  }: {
    readonly relations: readonly Relation[];
    readonly needs: readonly RequiredPrivilege[];
    readonly checks: RowChecker;
  },
): Promise<Reason> {
  const withoutUsage = relations.find(({ hasSchemaUsage }) => !hasSchemaUsage);
  if (/^permission denied for schema /.test(message) && withoutUsage) {
    const { schema } = withoutUsage;
    return {
      cause: "grant",
      text: `${role} has no USAGE privilege on the schema ${schema}`,
      remedies: [`grant usage on schema ${schema} to ${role};`],
    };
  }
  const [missing] = await missingPrivileges(connection, role, needs);
  if (missing) return reasonOfMissing(role, missing);
  const functionName = /^permission denied for function (.+)$/.exec(message)?.[1];
  if (functionName !== undefined) return reasonOfFunction(connection, role, functionName);
  return (
    (await reasonInPolicy(connection, role, relations, checks)) ??
    (await reasonInView(connection, role, relations)) ?? {
      cause: "grant",
      text: message,
      remedies: [],
    }
  );
}

function reasonOfMissing(role: string, { need, columns }: MissingPrivilege): Reason {
  const { relation, privilege } = need;
  const table = shortName(relation);
  const kind = relation.kind === "table" ? "table" : relation.kind;
  if (columns === null) {
    return {
      cause: "grant",
      text: `${role} has no ${privilege} privilege on the ${kind} ${table}`,
      remedies: [`grant ${privilege.toLowerCase()} on ${table} to ${role};`],
    };
  }
  const list = columns.join(", ");
  return {
    cause: "grant",
    text: `${role} has no ${privilege} privilege on the column${columns.length > 1 ? "s" : ""} ${list} of ${table}`,
    remedies: [
      `grant ${privilege.toLowerCase()} (${list}) on ${table} to ${role};`,
      ...(privilege === "SELECT" ? ["Or select only columns that the role may select."] : []),
    ],
  };
}

async function reasonOfFunction(
  connection: Connection,
  role: string,
  name: string,
): Promise<Reason> {
  const { rows } = await connection.query<{ signature: string }>(sql`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.proname = ${name} and not has_function_privilege(${role}, p.oid, 'execute')`);
  const signature = rows[0]?.signature ?? `${name}(…)`;
  return {
    cause: "grant",
    text: `${role} has no EXECUTE privilege on the function ${signature}`,
    remedies: [`grant execute on function ${signature} to ${role};`],
  };
}

/** Returns the reason if a policy causes the error: policies read other tables with the caller's rights. */
async function reasonInPolicy(
  connection: Connection,
  role: string,
  relations: readonly Relation[],
  checks: RowChecker,
): Promise<Reason | undefined> {
  for (const relation of relations.filter(({ isFiltered }) => isFiltered)) {
    for (const policy of await checks.policiesOf(relation)) {
      if (!policy.applies) continue;
      const sources = await policySources(connection, role, [policy]);
      const [missing] = await missingPrivileges(
        connection,
        role,
        sources.map((source) => ({ relation: source, privilege: "SELECT", columns: [] })),
      );
      if (!missing) continue;
      const source = shortName(missing.need.relation);
      return {
        cause: "grant",
        text: `the policy "${policy.name}" of ${shortName(relation)} reads ${source}, and ${role} has no SELECT privilege on it`,
        remedies: [
          `grant select on ${source} to ${role}; and give it a policy.`,
          "Or put the sub-select into a function with security definer, in a schema that is not exposed.",
        ],
      };
    }
  }
  return undefined;
}

async function reasonInView(
  connection: Connection,
  role: string,
  relations: readonly Relation[],
): Promise<Reason | undefined> {
  for (const view of relations.filter(({ kind }) => kind === "view")) {
    for (const { relation, readAs } of await viewSources(connection, role, view)) {
      const [missing] = await missingPrivileges(connection, readAs, [
        { relation, privilege: "SELECT", columns: [] },
      ]);
      if (!missing) continue;
      const source = shortName(relation);
      const rights =
        readAs === role
          ? "is a view with security_invoker"
          : `is a view with the rights of ${readAs}`;
      return {
        cause: "grant",
        text: `${shortName(view)} ${rights}, and ${readAs} has no SELECT privilege on ${source}`,
        remedies: [`grant select on ${source} to ${readAs};`],
      };
    }
  }
  return undefined;
}
