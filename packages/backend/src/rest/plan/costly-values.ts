import { maxPatternCost } from "../../database/pattern-cost.ts";
import { isCostlyType, valueCost } from "../../database/value-cost.ts";
import { bodyTooLarge, valuesTooComplex } from "../errors.ts";
import { parseJson } from "../parse/body.ts";
import type { Parameter } from "../schema-cache/types.ts";

/** The longest body whose values are examined, because this parses the complete body. */
const maxExaminedLength = 1024 * 1024;

/** A member of a JSON body, with the type that PostgreSQL reads it as. */
interface TypedMember {
  readonly name: string;
  readonly baseType: string;
}

/**
 * Refuses a JSON body if parsing its values would hold up the database.
 *
 * @throws {RestError} PGRST102; PostgREST has no limit
 */
export function refuseCostlyMembers(body: string, members: readonly TypedMember[]): void {
  const costlyMembers = members.filter(({ baseType }) => isCostlyType(baseType));
  if (costlyMembers.length === 0) return;
  if (body.length > maxExaminedLength) throw bodyTooLarge(maxExaminedLength);
  const rows = [parseJson(body)].flat() as readonly Readonly<Record<string, unknown> | null>[];
  const costs = rows.flatMap((row) =>
    costlyMembers.map(({ name, baseType }) => {
      const value = row?.[name] ?? "";
      return valueCost(baseType, typeof value === "string" ? value : JSON.stringify(value));
    }),
  );
  refuseAbove(costs);
}

/**
 * Refuses arguments of a query string or a form if parsing them would hold up the database.
 *
 * @throws {RestError} PGRST102; PostgREST has no limit
 */
export function refuseCostlyArguments(
  values: readonly {
    readonly parameter: Parameter;
    readonly value: string | readonly string[] | null;
  }[],
): void {
  refuseAbove(
    values.flatMap(({ parameter, value }) =>
      [value ?? []].flat().map((text) => valueCost(parameter.baseType, text)),
    ),
  );
}

function refuseAbove(costs: readonly number[]): void {
  if (costs.reduce((sum, cost) => sum + cost, 0) > maxPatternCost) throw valuesTooComplex();
}
