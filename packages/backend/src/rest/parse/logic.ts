import { delimiter, field, fieldName, skipBlanksAround, symbol } from "./names.ts";
import { condition, valueWithinTree } from "./operators.ts";
import type { Scanner } from "./scanner.ts";
import { type Filter, type LogicTree, maxNesting } from "./syntax.ts";

/** Reads `and(a.eq.1,not.or(b.lt.2,c.is.null))`, or one filter. */
export function logicTree(scanner: Scanner): LogicTree {
  return scanner.nested(maxNesting, () =>
    scanner.firstOf<LogicTree>(
      () => scanner.attempt(() => treeFilter(scanner)),
      () => {
        const negated = scanner.labelled("negation operator (not)", () =>
          scanner.firstOf(
            () =>
              scanner.attempt(() => {
                scanner.literal("not");
                delimiter(scanner);
                return true;
              }),
            () => false,
          ),
        );
        const operator = scanner.labelled("logic operator (and, or)", () =>
          scanner.firstOf<"and" | "or">(
            () => scanner.attempt(() => scanner.literal("and")),
            () => scanner.literal("or"),
          ),
        );
        skipBlanksAround(scanner, () => symbol(scanner, "("));
        const members = scanner.separated(
          () => logicTree(scanner),
          () => skipBlanksAround(scanner, () => symbol(scanner, ",")),
        );
        skipBlanksAround(scanner, () => symbol(scanner, ")"));
        return { kind: "group", negated, operator, members };
      },
    ),
  );
}

function treeFilter(scanner: Scanner): Filter {
  const reference = field(scanner);
  delimiter(scanner);
  const parsedCondition = condition(scanner, () => valueWithinTree(scanner));
  return { kind: "filter", field: reference, condition: parsedCondition };
}

/** Reads the key of a logic tree, such as `clients.not.or`: the path of the embed, and the operator. */
export function logicKey(scanner: Scanner): { path: string[]; operator: string } {
  const parts = scanner.separated(
    () => fieldName(scanner),
    () => delimiter(scanner),
  );
  const operator = parts.at(-1) ?? "";
  return {
    path: parts.slice(0, -1).filter((part) => part !== "not"),
    operator: parts.includes("not") ? `not.${operator}` : operator,
  };
}
