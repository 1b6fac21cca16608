import { join, type Sql, sql, trusted } from "../../database/sql.ts";
import type { CallPlan } from "../plan/types.ts";
import type { Parameter } from "../schema-cache/types.ts";
import { bodyAlias, fromBody } from "./body.ts";
import { column, empty, name, qualified, unqualified } from "./names.ts";

const callAlias = unqualified("pgrst_call");

/** Returns the query that calls a function. */
export function callQuery(plan: CallPlan): Sql {
  return sql`SELECT ${returnedColumns(plan)} ${fromCall(plan)}`;
}

function returnedColumns(plan: CallPlan): Sql {
  if (plan.scalar) return trusted("pgrst_call.pgrst_scalar");
  if (plan.returning.length === 0) return column(callAlias, "*");
  return join(plan.returning.map((text) => column(callAlias, text)));
}

function fromCall(plan: CallPlan): Sql {
  const callArguments = plan.arguments;
  switch (callArguments.kind) {
    case "none":
      return sql`FROM ${call(plan, empty)}`;
    case "single":
      return sql`FROM ${call(plan, sql`${callArguments.value}::${trusted(callArguments.parameter.type)}`)}`;
    case "values": {
      const argumentList = callArguments.values.map(({ parameter, value }) =>
        argument(parameter, sql`${value}::${trusted(parameter.castType)}`),
      );
      return sql`FROM ${call(plan, join(argumentList))}`;
    }
    case "json": {
      const fields = callArguments.parameters.map((parameter) => ({
        name: parameter.name,
        type: parameter.castType,
        transform: null,
        default: null,
      }));
      const argumentList = callArguments.parameters.map((parameter) =>
        argument(parameter, column(unqualified(bodyAlias), parameter.name)),
      );
      const body = fromBody(callArguments.body, fields, { applyDefaults: false, firstOnly: true });
      return sql`${body}, LATERAL ${call(plan, join(argumentList))}`;
    }
    default:
      return callArguments satisfies never;
  }
}

function argument(parameter: Parameter, value: Sql): Sql {
  return sql`${parameter.variadic ? trusted("VARIADIC ") : empty}${name(parameter.name)} := ${value}`;
}

function call(plan: CallPlan, argumentList: Sql): Sql {
  const expression = sql`${qualified(plan.function)}(${argumentList})`;
  return plan.scalar
    ? sql`(SELECT ${expression} pgrst_scalar) pgrst_call`
    : sql`${expression} pgrst_call`;
}
