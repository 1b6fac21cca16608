import { type Token, tokenize } from "../database/migrations/tokens.ts";

interface Parenthesis {
  readonly isSelect: boolean;
  hasFrom: boolean;
}

interface Call {
  readonly from: number;
  to: number;
  /** The parentheses around the call, outermost first. */
  readonly parentheses: readonly Parenthesis[];
}

const authFunctions = ["uid", "jwt", "role", "email"];

/**
 * Wraps calls of `auth.uid()`, similar functions and `current_setting(…)` in sub-selects, so that PostgreSQL evaluates
 * them once and not for each row. Calls that are already in a sub-select without FROM are not changed.
 *
 * @param condition a condition as `pg_get_expr` prints it
 */
export function wrapRowCalls(condition: string): string {
  let text = condition;
  for (const { from, to, parentheses } of callsIn(condition).reverse()) {
    const select = parentheses.findLast(({ isSelect }) => isSelect);
    if (select && !select.hasFrom) continue;
    text = `${text.slice(0, from)}(select ${text.slice(from, to)})${text.slice(to)}`;
  }
  return text;
}

function callsIn(condition: string): Call[] {
  const tokens = [...tokenize(condition)];
  const textAt = (index: number) => textOf(condition, tokens[index]).toLowerCase();
  const calls: Call[] = [];
  const openParentheses: { parenthesis: Parenthesis; call: Call | undefined }[] = [];
  tokens.forEach((token, index) => {
    const innermost = openParentheses.at(-1)?.parenthesis;
    if (token.kind === "open") {
      const parenthesis = { isSelect: textAt(index + 1) === "select", hasFrom: false };
      const start = startOfCall(index, textAt);
      const call =
        start === undefined
          ? undefined
          : {
              from: tokens[start]?.start ?? 0,
              to: 0,
              parentheses: openParentheses.map((item) => item.parenthesis),
            };
      openParentheses.push({ parenthesis, call });
    } else if (token.kind === "close") {
      const call = openParentheses.pop()?.call;
      if (call) calls.push({ ...call, to: token.end });
    } else if (innermost?.isSelect && textAt(index) === "from") innermost.hasFrom = true;
  });
  return calls.sort((item, other) => item.from - other.from);
}

const textOf = (condition: string, token: Token | undefined) =>
  token ? condition.slice(token.start, token.end) : "";

/** Returns the index where the call with the parenthesis at `index` starts. */
function startOfCall(index: number, textAt: (index: number) => string): number | undefined {
  if (textAt(index - 1) === "current_setting") return index - 1;
  const isAuth =
    authFunctions.includes(textAt(index - 1)) &&
    textAt(index - 2) === "." &&
    textAt(index - 3) === "auth";
  return isAuth ? index - 3 : undefined;
}
