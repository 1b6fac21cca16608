import { functionNames } from "./functions.ts";
import { type Token, tokenize } from "./lexer.ts";
import {
  type Branch,
  type Command,
  Fault,
  type Node,
  type Operand,
  type Pipeline,
} from "./syntax.ts";

const unsupported = new Set(["define", "block", "template", "call"]);

/** Parses a template, as text/template/parse/parse.go does. */
export function parse(source: string): Node[] {
  const tokens = tokenize(source);
  let at = 0;
  /** Every variable in scope; `$` is the data of the template. */
  const scope = ["$"];
  let loops = 0;

  const peek = (): Token => {
    const token = tokens[at] ?? tokens.at(-1);
    if (token === undefined) throw new Fault(1, "The template is empty.");
    return token;
  };
  const next = (): Token => {
    const token = peek();
    at++;
    return token;
  };
  const skipSpace = (): Token => {
    while (peek().type === "space") at++;
    return peek();
  };
  const isWord = (token: Token, value: string) => token.type === "word" && token.value === value;
  const expectClose = (terminator: string) => {
    const token = skipSpace();
    if (token.type !== "close") throw new Fault(token.line, `Nothing may follow ${terminator}.`);
    at++;
  };

  /** The keyword that ended a list of nodes. After an `else`, the parser continues right behind it. */
  type End = { readonly keyword: "end" | "else" | ""; readonly line: number };

  const list = (): { nodes: Node[]; end: End } => {
    const nodes: Node[] = [];
    for (;;) {
      const token = next();
      if (token.type === "end") return { nodes, end: { keyword: "", line: token.line } };
      if (token.type === "text") {
        nodes.push({ type: "text", text: token.value, line: token.line });
        continue;
      }
      const first = skipSpace();
      if (isWord(first, "end") || isWord(first, "else")) {
        at++;
        const keyword = isWord(first, "end") ? "end" : "else";
        if (keyword === "end") expectClose("{{ end }}");
        return { nodes, end: { keyword: keyword, line: first.line } };
      }
      nodes.push(action(first));
    }
  };

  const action = (first: Token): Node => {
    const { line } = first;
    if (first.type === "word") {
      switch (first.value) {
        case "if":
        case "with":
        case "range":
          at++;
          return branch(first.value, line);
        case "break":
        case "continue":
          at++;
          if (loops === 0) {
            throw new Fault(line, `{{ ${first.value} }} must be inside {{ range }}.`);
          }
          expectClose(`{{ ${first.value} }}`);
          return { type: first.value, line };
      }
    }
    return { type: "action", pipeline: pipeline("close", "an action"), line };
  };

  const branch = (type: "if" | "with" | "range", line: number): Node => {
    const outer = scope.length;
    const condition = pipeline("close", `{{ ${type} }}`);
    if (type === "range") loops++;
    const body = list();
    if (type === "range") loops--;
    const otherwise = body.end.keyword === "else" ? alternative(type) : undefined;
    scope.length = outer;
    const end = otherwise ?? body.end;
    if (end.keyword !== "end") throw new Fault(line, `{{ ${type} }} has no {{ end }}.`);
    const parts: Branch = {
      pipeline: condition,
      body: body.nodes,
      otherwise: otherwise?.nodes ?? [],
      line,
    };
    return { type, ...parts };
  };

  /** Parses the nodes between `else` and `end`. `else if` is a nested `if` that shares the `end`. */
  const alternative = (type: "if" | "with" | "range"): End & { nodes: Node[] } => {
    const token = skipSpace();
    if (type !== "range" && isWord(token, type)) {
      at++;
      return { nodes: [branch(type, token.line)], keyword: "end", line: token.line };
    }
    expectClose("{{ else }}");
    const { nodes, end } = list();
    if (end.keyword === "else")
      throw new Fault(end.line, `{{ ${type} }} has more than one {{ else }}.`);
    return { nodes, ...end };
  };

  const pipeline = (until: "close" | ")", where: string): Pipeline => {
    const { line } = skipSpace();
    const { variables, assigns } = declarations(where);
    const commands: Command[] = [];
    for (;;) {
      const token = skipSpace();
      if (token.type === until) {
        at++;
        break;
      }
      commands.push(command(where));
    }
    if (commands.length === 0) throw new Fault(line, `A value is missing in ${where}.`);
    commands.slice(1).forEach(([first], index) => {
      if (first.type === "constant" || first.type === "dot" || first.type === "nil") {
        throw new Fault(line, `Part ${index + 2} of the pipeline is not a function.`);
      }
    });
    if (!assigns) scope.push(...variables);
    return { variables, assigns, commands, line };
  };

  const declarations = (where: string): { variables: string[]; assigns: boolean } => {
    const variables: string[] = [];
    const start = at;
    for (;;) {
      const token = skipSpace();
      if (token.type !== "variable") break;
      at++;
      const sign = skipSpace();
      if (sign.type !== "=" && sign.type !== ":=" && sign.type !== ",") break;
      at++;
      variables.push(token.value);
      const assigns = sign.type === "=";
      if (assigns && variables.some((name) => !scope.includes(name))) {
        throw new Fault(token.line, `The variable ${token.value} is not declared; use :=.`);
      }
      if (sign.type !== ",") return { variables, assigns };
      if (where !== "{{ range }}" || variables.length > 1) {
        throw new Fault(token.line, `${where} cannot declare so many variables.`);
      }
    }
    if (variables.length > 0) throw new Fault(peek().line, "A list of variables must end with :=.");
    at = start;
    return { variables: [], assigns: false };
  };

  const command = (where: string): Command => {
    const first = operand(where);
    const rest: Operand[] = [];
    for (;;) {
      const token = peek();
      if (token.type === "space") {
        const following = skipSpace();
        if (following.type !== "close" && following.type !== ")" && following.type !== "|") {
          rest.push(operand(where));
        }
        continue;
      }
      if (token.type === "|") at++;
      else if (token.type !== "close" && token.type !== ")") throw unexpected(token);
      return [first, ...rest];
    }
  };

  const operand = (where: string): Operand => {
    const term = single(where);
    const path = fields();
    if (path.length === 0) return term;
    switch (term.type) {
      case "field":
      case "variable":
      case "nested":
        return { ...term, path: [...term.path, ...path] };
      default:
        throw new Fault(
          peek().line,
          `.${path[0]} cannot follow here: what is before it has no fields.`,
        );
    }
  };

  const fields = (): string[] => {
    const path: string[] = [];
    for (let token = peek(); token.type === "field"; token = peek()) {
      path.push(token.value.slice(1));
      at++;
    }
    return path;
  };

  const single = (where: string): Operand => {
    const token = next();
    switch (token.type) {
      case "dot":
        return { type: "dot" };
      case "constant":
        return { type: "constant", value: token.value };
      case "field":
        return { type: "field", path: [token.value.slice(1)] };
      case "variable":
        if (!scope.includes(token.value)) {
          throw new Fault(token.line, `The variable ${token.value} is not declared.`);
        }
        return { type: "variable", name: token.value, path: [] };
      case "(":
        return { type: "nested", pipeline: pipeline(")", "parentheses"), path: [] };
      case "word":
        if (token.value === "nil") return { type: "nil" };
        if (functionNames.has(token.value)) return { type: "function", name: token.value };
        throw new Fault(
          token.line,
          unsupported.has(token.value)
            ? `{{ ${token.value} }} is not supported in e-mail templates.`
            : `There is no function ${token.value}. A field begins with a dot: .${token.value}.`,
        );
      case "close":
      case "end":
        throw new Fault(token.line, `A value is missing in ${where}.`);
      default:
        throw unexpected(token);
    }
  };

  const unexpected = (token: Token) =>
    new Fault(token.line, `${JSON.stringify(String(token.value))} has no meaning here.`);

  const { nodes, end } = list();
  if (end.keyword !== "") {
    throw new Fault(end.line, `{{ ${end.keyword} }} without {{ if }}, {{ with }} or {{ range }}.`);
  }
  return nodes;
}
