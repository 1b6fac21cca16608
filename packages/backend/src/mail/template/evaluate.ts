import { callFunction } from "./functions.ts";
import {
  type Branch,
  type Command,
  Fault,
  type Node,
  type Operand,
  type Pipeline,
} from "./syntax.ts";
import { fieldOf, isTrue, kindOf, listOf, sortedKeys, typeName, type Value } from "./values.ts";

/** Escapes an action's value for its context. */
export type Printer = (action: Extract<Node, { type: "action" }>, value: Value) => string;

/** Limits nested loops over a user's data. */
const maxOutputPieces = 100_000;

/** Runs a template over its data, as text/template/exec.go does. */
export function evaluate(nodes: readonly Node[], data: Value, print: Printer): string {
  const output: string[] = [];
  const scope: { name: string; value: Value }[] = [{ name: "$", value: data }];

  const write = (text: string, line: number) => {
    if (output.push(text) > maxOutputPieces) throw new Fault(line, "The template writes too much.");
  };

  /** Returns how the list ended, so that loops can react to it. */
  const walk = (list: readonly Node[], dot: Value): "done" | "break" | "continue" => {
    for (const node of list) {
      switch (node.type) {
        case "text":
          write(node.text, node.line);
          break;
        case "action": {
          const value = pipe(node.pipeline, dot);
          if (node.pipeline.variables.length === 0) write(print(node, value), node.line);
          break;
        }
        case "break":
        case "continue":
          return node.type;
        default: {
          const depth = scope.length;
          const exit = node.type === "range" ? loop(node, dot) : choose(node, dot);
          scope.length = depth;
          if (exit !== "done") return exit;
        }
      }
    }
    return "done";
  };

  const choose = (node: Branch & { type: "if" | "with" }, dot: Value) => {
    const value = pipe(node.pipeline, dot);
    if (!isTrue(value)) return walk(node.otherwise, dot);
    return walk(node.body, node.type === "with" ? value : dot);
  };

  const loop = (node: Branch, dot: Value): "done" | "break" | "continue" => {
    const collection = pipe({ ...node.pipeline, variables: [] }, dot);
    const items = entries(collection, node.line);
    if (items.length === 0) return walk(node.otherwise, dot);
    const { variables, assigns } = node.pipeline;
    if (variables.length > 1 && kindOf(collection) === "int") {
      throw new Fault(node.line, "{{ range }} over a number has one variable, not two.");
    }
    const depth = scope.length;
    for (const [key, element] of items) {
      const values = variables.length > 1 ? [key, element] : [element];
      variables.forEach((name, index) => {
        if (assigns) assign(name, values[index], node.line);
        else scope.push({ name, value: values[index] });
      });
      const exit = walk(node.body, element);
      scope.length = depth;
      if (exit === "break") break;
    }
    return "done";
  };

  const pipe = (pipeline: Pipeline, dot: Value): Value => {
    let value: Value;
    let piped: readonly Value[] = [];
    for (const command of pipeline.commands) {
      value = run(command, piped, dot, pipeline.line) ?? undefined;
      piped = [value];
    }
    for (const name of pipeline.variables) {
      if (pipeline.assigns) assign(name, value, pipeline.line);
      else scope.push({ name, value });
    }
    return value;
  };

  /** Evaluates a command. If it follows another command, `piped` contains its last argument. */
  const run = (command: Command, piped: readonly Value[], dot: Value, line: number): Value => {
    const [first, ...rest] = command;
    if (first.type === "function") {
      if (first.name === "and" || first.name === "or") {
        const operandValues = rest.map((operand) => () => read(operand, dot, line));
        return decide(first.name, [...operandValues, ...piped.map((value) => () => value)], line);
      }
      const operandValues = rest.map((operand) => read(operand, dot, line));
      return call(first.name, [...operandValues, ...piped], line);
    }
    if (first.type === "nil") throw new Fault(line, "nil alone is not a value to print.");
    if (rest.length > 0 || piped.length > 0) {
      throw new Fault(line, "Only a function takes values, and this is not a function.");
    }
    return read(first, dot, line);
  };

  /** `and` and `or` stop at the first argument that decides the result, and return that argument. */
  const decide = (name: "and" | "or", args: readonly (() => Value)[], line: number): Value => {
    if (args.length === 0) throw new Fault(line, `${name} needs a value.`);
    let value: Value;
    for (const arg of args) {
      value = arg();
      if (isTrue(value) === (name === "or")) break;
    }
    return value;
  };

  const call = (name: string, args: readonly Value[], line: number): Value => {
    try {
      return callFunction(name, args);
    } catch (error) {
      throw new Fault(line, `${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  const read = (operand: Operand, dot: Value, line: number): Value => {
    switch (operand.type) {
      case "dot":
        return dot;
      case "nil":
        return undefined;
      case "constant":
        return operand.value;
      case "field":
        return follow(dot, operand.path, line);
      case "variable":
        return follow(findVariable(operand.name, line).value, operand.path, line);
      case "nested":
        return follow(pipe(operand.pipeline, dot), operand.path, line);
      case "function":
        return call(operand.name, [], line);
    }
  };

  const findVariable = (name: string, line: number): { name: string; value: Value } => {
    const declared = scope.findLast((variable) => variable.name === name);
    if (declared === undefined) throw new Fault(line, `The variable ${name} is not declared.`);
    return declared;
  };

  const assign = (name: string, value: Value, line: number) => {
    findVariable(name, line).value = value;
  };

  walk(nodes, data);
  return output.join("");
}

/** Returns a nested field. A field of a missing value is missing as well. A field of null is an error. */
function follow(start: Value, path: readonly string[], line: number): Value {
  return path.reduce((value, name) => {
    if (value === undefined) return undefined;
    if (kindOf(value) === "map") return fieldOf(value, name);
    throw new Fault(
      line,
      value === null ? `.${name} is read from null.` : `.${name} is read from ${typeName(value)}.`,
    );
  }, start);
}

function entries(value: Value, line: number): (readonly [Value, Value])[] {
  switch (kindOf(value)) {
    case "nil":
      return [];
    case "list":
      return listOf(value).map((element, index) => [BigInt(index), element]);
    case "map":
      return sortedKeys(value).map((key) => [key, fieldOf(value, key)]);
    case "int":
      if (Number(value) > maxOutputPieces) throw new Fault(line, "The template writes too much.");
      return Array.from({ length: Math.max(0, Number(value)) }, (_, index) => [
        undefined,
        BigInt(index),
      ]);
    default:
      throw new Fault(line, `{{ range }} cannot walk through ${typeName(value)}.`);
  }
}
