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

const unsupportedKeywords = new Set(["define", "block", "template", "call"]);

/** Parses a template, as text/template/parse/parse.go does. */
export function parse(source: string): Node[] {
  const tokens = tokenize(source);
  let position = 0;
  /** Every variable in scope; `$` is the data of the template. */
  const scope = ["$"];
  let loopDepth = 0;

  const peek = (): Token => {
    const token = tokens[position] ?? tokens.at(-1);
    if (token === undefined) throw new Fault(1, "The template is empty.");
    return token;
  };
  const next = (): Token => {
    const token = peek();
    position++;
    return token;
  };
  const skipSpace = (): Token => {
    while (peek().type === "space") position++;
    return peek();
  };
  const isWord = (token: Token, value: string) => token.type === "word" && token.value === value;
  const expectClose = (terminator: string) => {
    const token = skipSpace();
    if (token.type !== "close") throw new Fault(token.line, `Nothing may follow ${terminator}.`);
    position++;
  };

  /** The keyword that ended a list of nodes. After an `else`, the parser continues right after the keyword. */
  type End = { readonly keyword: "end" | "else" | ""; readonly line: number };

  const parseList = (): { nodes: Node[]; end: End } => {
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
        position++;
        const keyword = isWord(first, "end") ? "end" : "else";
        if (keyword === "end") expectClose("{{ end }}");
        return { nodes, end: { keyword, line: first.line } };
      }
      nodes.push(parseAction(first));
    }
  };

  const parseAction = (first: Token): Node => {
    const { line } = first;
    if (first.type === "word") {
      switch (first.value) {
        case "if":
        case "with":
        case "range":
          position++;
          return parseBranch(first.value, line);
        case "break":
        case "continue":
          position++;
          if (loopDepth === 0) {
            throw new Fault(line, `{{ ${first.value} }} must be inside {{ range }}.`);
          }
          expectClose(`{{ ${first.value} }}`);
          return { type: first.value, line };
      }
    }
    return { type: "action", pipeline: parsePipeline("close", "an action"), line };
  };

  const parseBranch = (type: "if" | "with" | "range", line: number): Node => {
    const outerVariables = scope.length;
    const condition = parsePipeline("close", `{{ ${type} }}`);
    if (type === "range") loopDepth++;
    const body = parseList();
    if (type === "range") loopDepth--;
    const elseBranch = body.end.keyword === "else" ? parseElse(type) : undefined;
    scope.length = outerVariables;
    const end = elseBranch ?? body.end;
    if (end.keyword !== "end") throw new Fault(line, `{{ ${type} }} has no {{ end }}.`);
    const parts: Branch = {
      pipeline: condition,
      body: body.nodes,
      otherwise: elseBranch?.nodes ?? [],
      line,
    };
    return { type, ...parts };
  };

  /** Parses the nodes between `else` and `end`. `else if` is a nested `if` that shares the `end`. */
  const parseElse = (type: "if" | "with" | "range"): End & { nodes: Node[] } => {
    const token = skipSpace();
    if (type !== "range" && isWord(token, type)) {
      position++;
      return { nodes: [parseBranch(type, token.line)], keyword: "end", line: token.line };
    }
    expectClose("{{ else }}");
    const { nodes, end } = parseList();
    if (end.keyword === "else")
      throw new Fault(end.line, `{{ ${type} }} has more than one {{ else }}.`);
    return { nodes, ...end };
  };

  const parsePipeline = (terminator: "close" | ")", context: string): Pipeline => {
    const { line } = skipSpace();
    const { variables, assigns } = parseDeclarations(context);
    const commands: Command[] = [];
    for (;;) {
      const token = skipSpace();
      if (token.type === terminator) {
        position++;
        break;
      }
      commands.push(parseCommand(context));
    }
    if (commands.length === 0) throw new Fault(line, `A value is missing in ${context}.`);
    commands.slice(1).forEach(([first], index) => {
      if (first.type === "constant" || first.type === "dot" || first.type === "nil") {
        throw new Fault(line, `Part ${index + 2} of the pipeline is not a function.`);
      }
    });
    if (!assigns) scope.push(...variables);
    return { variables, assigns, commands, line };
  };

  const parseDeclarations = (context: string): { variables: string[]; assigns: boolean } => {
    const variables: string[] = [];
    const start = position;
    for (;;) {
      const token = skipSpace();
      if (token.type !== "variable") break;
      position++;
      const sign = skipSpace();
      if (sign.type !== "=" && sign.type !== ":=" && sign.type !== ",") break;
      position++;
      variables.push(token.value);
      const assigns = sign.type === "=";
      if (assigns && variables.some((name) => !scope.includes(name))) {
        throw new Fault(token.line, `The variable ${token.value} is not declared; use :=.`);
      }
      if (sign.type !== ",") return { variables, assigns };
      if (context !== "{{ range }}" || variables.length > 1) {
        throw new Fault(token.line, `${context} cannot declare so many variables.`);
      }
    }
    if (variables.length > 0) throw new Fault(peek().line, "A list of variables must end with :=.");
    position = start;
    return { variables: [], assigns: false };
  };

  const parseCommand = (context: string): Command => {
    const first = parseOperand(context);
    const otherOperands: Operand[] = [];
    for (;;) {
      const token = peek();
      if (token.type === "space") {
        const nextToken = skipSpace();
        if (nextToken.type !== "close" && nextToken.type !== ")" && nextToken.type !== "|") {
          otherOperands.push(parseOperand(context));
        }
        continue;
      }
      if (token.type === "|") position++;
      else if (token.type !== "close" && token.type !== ")") throw unexpected(token);
      return [first, ...otherOperands];
    }
  };

  const parseOperand = (context: string): Operand => {
    const term = parseTerm(context);
    const path = parseFields();
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

  const parseFields = (): string[] => {
    const path: string[] = [];
    for (let token = peek(); token.type === "field"; token = peek()) {
      path.push(token.value.slice(1));
      position++;
    }
    return path;
  };

  const parseTerm = (context: string): Operand => {
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
        return { type: "nested", pipeline: parsePipeline(")", "parentheses"), path: [] };
      case "word":
        if (token.value === "nil") return { type: "nil" };
        if (functionNames.has(token.value)) return { type: "function", name: token.value };
        throw new Fault(
          token.line,
          unsupportedKeywords.has(token.value)
            ? `{{ ${token.value} }} is not supported in e-mail templates.`
            : `There is no function ${token.value}. A field begins with a dot: .${token.value}.`,
        );
      case "close":
      case "end":
        throw new Fault(token.line, `A value is missing in ${context}.`);
      default:
        throw unexpected(token);
    }
  };

  const unexpected = (token: Token) =>
    new Fault(token.line, `${JSON.stringify(String(token.value))} has no meaning here.`);

  const { nodes, end } = parseList();
  if (end.keyword !== "") {
    throw new Fault(end.line, `{{ ${end.keyword} }} without {{ if }}, {{ with }} or {{ range }}.`);
  }
  return nodes;
}
