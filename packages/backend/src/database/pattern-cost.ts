/**
 * The highest {@link patternCost} that clients may send, which takes about a second to compile. PostgreSQL does not
 * check its timeout while it compiles, so the embedded database would have to be reopened.
 */
export const maxPatternCost = 2_000;

/** The cost of an atom that can match nothing. PostgreSQL connects all states around such an atom. */
const optionalCost = 10;

/**
 * The cost of a constraint, such as `^` or `(?=…)`. PostgreSQL copies the states around a constraint, and a chain such
 * as `($|^|\y){20}` doubles them with each link.
 */
const constraintCost = 100;

/**
 * Estimates how long PostgreSQL takes to compile a regular expression: the number of its characters after PostgreSQL
 * has written out all repetitions (`src/backend/regex/regcomp.c`, `repeat`). A short pattern such as
 * `(((x?){1,20}){1,20}){1,20}` can take minutes. The cost of other flavors, such as `(?b)` and `***=`, is infinite,
 * because they write parentheses and bounds differently.
 */
export function patternCost(pattern: string): number {
  if (/\*\*\*|\(\?[a-z]*[beqx]/.test(pattern)) return Number.POSITIVE_INFINITY;
  const outerCosts: number[] = [];
  let cost = 0;
  /** The cost of the atom that a quantifier would repeat. */
  let atomCost = 0;
  const endAtom = (newCost: number) => {
    atomCost = newCost;
    cost += newCost;
  };
  const repeat = (times: number, isOptional: boolean) => {
    cost += atomCost * (times - 1) + (isOptional && atomCost > 0 ? optionalCost - 1 : 0);
    // A `?` after a quantifier makes it non-greedy.
    atomCost = 0;
  };
  for (let position = 0; position < pattern.length; ) {
    const [token = "", min = "", max] = matchAt(tokens, pattern, position) ?? [];
    const isConstraint = matchAt(constraints, pattern, position) !== null;
    position = token === "[" ? endOfBracket(pattern, position) : position + token.length;
    if (token === "(") {
      outerCosts.push(cost);
      [cost, atomCost] = [isConstraint ? constraintCost : 0, 0];
    } else if (token === ")") {
      const groupCost = cost;
      cost = outerCosts.pop() ?? 0;
      endAtom(groupCost);
    } else if (token === "?" || token === "*") {
      repeat(1, true);
    } else if (token === "+") {
      repeat(1, false);
    } else if (min !== "") {
      repeat(Math.max(1, Number(max || min)), Number(min) === 0);
    } else {
      endAtom(isConstraint ? constraintCost : 1);
    }
  }
  return cost;
}

/** Matches an escape, a bound, or any other character. */
const tokens = /\{(\d+)(?:,(\d*))?\}|\\?./suy;

/** Matches an anchor, a constraint escape, or the beginning of a lookaround. */
const constraints = /[\^$]|\\[AmMyYZ]|\[\[:[<>]:\]\]|\(\?<?[=!]/y;

const matchAt = (expression: RegExp, text: string, position: number) => {
  expression.lastIndex = position;
  return expression.exec(text);
};

/** Returns the position after a bracket expression, such as `[^]a[:alpha:]\\]]`. */
function endOfBracket(pattern: string, start: number): number {
  let position = start + 1;
  if (pattern[position] === "^") position += 1;
  if (pattern[position] === "]") position += 1;
  while (position < pattern.length && pattern[position] !== "]") {
    const next = pattern[position + 1] ?? "";
    if (pattern[position] === "[" && ":.=".includes(next) && next !== "") {
      const end = pattern.indexOf(`${next}]`, position + 2);
      if (end === -1) return pattern.length;
      position = end + 2;
    } else {
      position += pattern[position] === "\\" ? 2 : 1;
    }
  }
  return position + 1;
}
