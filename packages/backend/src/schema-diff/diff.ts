import type { Action, Plan } from "@supabase/pg-delta";
import pg from "pg";
import { isPackageMissing, packageToInstall } from "../missing-package.ts";
import { UsageError } from "../usage-error.ts";
import { withoutInheritedGrants } from "./inherited-grants.ts";
import { extendedSchemas, withKeptObjects } from "./kept-objects.ts";

/** The change that turns one schema into another. */
export interface SchemaChange {
  /**
   * The content of one or more migrations. There are several if some statements cannot run in the same transaction.
   */
  readonly scripts: readonly string[];
  /** The statements that delete data or objects, or disable row-level security. */
  readonly destructive: readonly string[];
  /**
   * Descriptions of the objects that stay although the desired schema leaves them out. The list is empty unless
   * `isDeclared`.
   */
  readonly kept: readonly string[];
}

export interface ComparisonOptions {
  /**
   * Whether schema files declare the desired schema. If so, objects that such files usually leave to migrations stay,
   * such as triggers on `auth.users`.
   */
  readonly isDeclared?: boolean;
  /**
   * Whether to compare the platform's objects too. This is only useful if both databases have the same version of them.
   */
  readonly includesPlatform?: boolean;
}

/** Matches statements that disable row-level security, so that every role with a grant can use all rows. */
const disablesRls = /^\s*alter\s+table\b.*\s(disable|no\s+force)\s+row\s+level\s+security/i;

/** Returns whether an action only revokes privileges. The comparison library reports this as dropped objects. */
const onlyRevokes = ({ destroys }: Action): boolean =>
  destroys.length > 0 &&
  destroys.every(({ kind }) => kind === "acl" || kind === "defaultPrivilege");

/** Returns whether a plan drops objects only to create them again, such as a policy with another condition. */
const replacesObjects = ({ verb, destroys, dataLoss }: Action, { actions }: Plan): boolean => {
  if (verb !== "drop" || dataLoss === "destructive") return false;
  const created = new Set(
    actions.flatMap(({ produces }) => produces.map((id) => JSON.stringify(id))),
  );
  // Leave these out, because the privileges and comments of an object are created together with it.
  const objects = destroys.filter(
    ({ kind }) => !["acl", "comment", "securityLabel"].includes(kind),
  );
  return objects.length > 0 && objects.every((id) => created.has(JSON.stringify(id)));
};

/** Objects of this backend that other services do not have: a schema, and triggers with these names. */
const privateSchemas = ["portico"];
const privateTriggers = ["portico_*", "pgrst_*"];

/**
 * Compares the schemas of two databases, and returns the change that turns the first into the second. Ignores objects
 * of the platform.
 *
 * @throws {UsageError} if the comparison library is not installed
 */
export async function compareSchemas(
  currentUrl: string,
  desiredUrl: string,
  { isDeclared = false, includesPlatform = false }: ComparisonOptions = {},
): Promise<SchemaChange> {
  const engine = await loadEngine();
  const { plan, renderPlanFiles, isDestructiveAction, resolveProfile, supabaseProfile } = engine;
  const pools = [currentUrl, desiredUrl].map(
    (connectionString) => new pg.Pool({ connectionString, max: 2 }),
  );
  const [current, desired] = pools as [pg.Pool, pg.Pool];
  const exclude = { action: "exclude" } as const;
  const include = { action: "include" } as const;
  const policy = {
    id: "portico",
    filter: [
      { match: { schema: privateSchemas }, ...exclude },
      { match: { all: [{ kind: "schema" }, { name: privateSchemas }] }, ...exclude },
      {
        match: { all: [{ kind: ["trigger", "eventTrigger"] }, { name: privateTriggers }] },
        ...exclude,
      },
      // Include these policies, because the library's own policy includes only the project's triggers on these tables.
      { match: { all: [{ kind: "policy" }, { schema: [...extendedSchemas] }] }, ...include },
    ],
    ...(supabaseProfile.policy && !includesPlatform && { extends: [supabaseProfile.policy] }),
  };
  try {
    const profile = await resolveProfile(current, { ...supabaseProfile, id: "portico", policy });
    // Extract the schemas one after the other, because both databases may be embedded in this process.
    const { factBase: from } = await profile.extract(current);
    const { factBase: compared } = await profile.extract(desired);
    const { factBase: to, kept } = isDeclared
      ? withKeptObjects(from, compared, engine.buildFactBase)
      : { factBase: compared, kept: [] };
    const changes = withoutInheritedGrants(plan(from, to, profile.planOptions), from, to);
    return {
      scripts: renderPlanFiles(changes, { allowDrops: true }).files.map(({ contents }) => contents),
      destructive: changes.actions
        .filter(
          (action) =>
            (isDestructiveAction(action) &&
              !onlyRevokes(action) &&
              !replacesObjects(action, changes)) ||
            disablesRls.test(action.sql),
        )
        .map(({ sql }) => sql),
      kept,
    };
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

async function loadEngine() {
  try {
    return await import("@supabase/pg-delta");
  } catch (error) {
    if (!isPackageMissing(error)) throw error;
    throw new UsageError(
      `Comparing schemas needs a package: npm install --save-dev ${packageToInstall("@supabase/pg-delta")}`,
    );
  }
}
