import { DatabaseError } from "../errors.ts";
import { identifier } from "../sql.ts";
import type { TriggerFunction } from "./trigger-functions.ts";

/** `undefined_table`, `undefined_function`, `undefined_object` (such as a type) and `invalid_schema_name`. */
const missingObjectCodes: ReadonlySet<string> = new Set(["42P01", "42883", "42704", "3F000"]);
const insufficientPrivilege = "42501";

/** Describes how a function must be changed so that it can run as `supabase_auth_admin`. */
export const describeRemedy = (name: string, table?: string): string =>
  `Write names with their schema${table ? ` (public.${table})` : ""}, and run: alter function ${name} security definer set search_path = '';`;

/**
 * Adds the remedy to the error's message if a function failed because it ran as `supabase_auth_admin`. Returns any
 * other error unchanged.
 */
export function explainTriggerError(
  error: unknown,
  functions: readonly TriggerFunction[],
): unknown {
  if (!(error instanceof DatabaseError) || error.where === undefined) return error;
  const failedFunction = findOutermost(functions, error.where);
  if (!failedFunction) return error;
  const reason = describeReason(error.code, failedFunction);
  if (reason === undefined) return error;
  const table = error.code === "42P01" ? /"([^".]+)"/.exec(error.message)?.[1] : undefined;
  return withExplanation(
    error,
    `The trigger function ${failedFunction.name} ${reason}, as on the hosted service. ${describeRemedy(failedFunction.name, table)}`,
  );
}

/**
 * Adds the remedy to the error's message if a hook failed because it ran as `supabase_auth_admin`. Returns any other
 * error unchanged.
 */
export function explainHookError(error: unknown, schema: string, name: string): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const hook = `${quoteName(schema)}.${quoteName(name)}`;
  if (error.code === insufficientPrivilege) {
    return withExplanation(
      error,
      `The hook ${hook} runs with the rights of supabase_auth_admin, as on the hosted service. Grant what is missing, such as: grant usage on schema ${quoteName(schema)} to supabase_auth_admin; grant execute on function ${hook} to supabase_auth_admin;`,
    );
  }
  // The error for a hook that does not exist has no context.
  if (!missingObjectCodes.has(error.code) || error.where === undefined) return error;
  return withExplanation(
    error,
    `Unless it sets its own, the hook ${hook} has the search path auth, as on the hosted service. Write names with their schema, and run: alter function ${hook} set search_path = '';`,
  );
}

const quoteName = (name: string) => identifier(name).text;

/** Omits `where`, so that the error is not explained twice. */
const withExplanation = (error: DatabaseError, explanation: string) =>
  new DatabaseError(
    {
      ...error,
      message: `${error.message}. ${explanation}`,
      position: undefined,
      where: undefined,
    },
    { cause: error.cause },
  );

function describeReason(
  code: string,
  { isDefiner, hasSearchPath }: TriggerFunction,
): string | undefined {
  if (missingObjectCodes.has(code) && !hasSearchPath) return "runs with the search path auth";
  if (code === insufficientPrivilege && !isDefiner) {
    return "runs with the rights of supabase_auth_admin";
  }
  return undefined;
}

/**
 * Returns the outermost of the functions that an error's context names. PostgreSQL omits the schema of a function that
 * its current search path finds.
 */
function findOutermost(
  functions: readonly TriggerFunction[],
  where: string,
): TriggerFunction | undefined {
  for (const line of where.split("\n").reverse()) {
    const match = functions.find(
      ({ name }) => line.includes(` ${name} `) || line.includes(` ${withoutSchema(name)} `),
    );
    if (match) return match;
  }
  return undefined;
}

const withoutSchema = (name: string) => name.replace(/^("(?:[^"]|"")*"|[^".]*)\./, "");
