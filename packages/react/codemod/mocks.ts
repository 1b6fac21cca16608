import type { Edit } from "./edit.ts";
import { namedBy, ours } from "./packages.ts";
import { calleeName, isNode, type Node, nameOf, nodesOf, statementsOf } from "./syntax.ts";

export const mocks = /\.(mock|doMock|setMock|unstable_mockModule)$/;

interface Mock {
  readonly statement: Node;
  readonly runner: string;
  /** The function that gives the mock, and the object in it; neither for `jest.mock("…")` alone. */
  readonly factory?: Node;
  readonly object?: Node;
}

/**
 * The two form kits are one module now. Two mocks of it become one, since only the last would count; and a mock of
 * one kit must not take away what a file has from the other.
 */
export function mockEdits(
  root: Node,
  source: string,
  { typescript, used }: { typescript: boolean; used: ReadonlySet<string> },
) {
  const edits: Edit[] = [];
  const removed: Node[] = [];
  const remarks: { start: number; text: string }[] = [];
  const all = statementsOf(root).flatMap(mockOf);
  const [first, ...others] = all;

  if (first?.object && others.length > 0 && others.every(({ object }) => object)) {
    const more = others.flatMap(({ object }) => nodesOf(object?.["properties"]));
    const texts = more.map(({ start, end }) => source.slice(start, end));
    insert(first.object, texts);
    for (const { statement } of others) {
      removed.push(statement);
      const after = /^[ \t]*\r?\n/.exec(source.slice(statement.end))?.[0].length ?? 0;
      edits.push({ start: statement.start, end: statement.end + after, text: "" });
    }
  } else if (others.length > 0) {
    for (const { statement } of others)
      remarks.push({
        start: statement.start,
        text: `Two mocks are of one module now, ${ours}: merge them.`,
      });
    return { edits, removed, remarks };
  }
  if (first?.factory) complete(first, [first, ...others]);
  return { edits, removed, remarks };

  /** Adds properties at the end of an object. */
  function insert(object: Node, texts: readonly string[]): void {
    if (texts.length === 0) return;
    const last = nodesOf(object["properties"]).at(-1);
    const at = last?.end ?? object.start + 1;
    edits.push({ start: at, end: at, text: `${last ? ", " : " "}${texts.join(", ")}` });
  }

  /** Lets through what a mock does not name. */
  function complete({ factory, object, runner }: Mock, group: readonly Mock[]): void {
    const properties = group.flatMap((mock) => nodesOf(mock.object?.["properties"]));
    if (properties.some(({ type }) => type === "SpreadElement")) return;
    const given = new Set(properties.map((property) => nameOf(property["key"])));
    const missing = [...used].filter((name) => !given.has(name));
    if (missing.length === 0 || !factory) return;
    const type = typescript ? "<object>" : "";
    if (!object || nodesOf(factory["params"]).length > 0) {
      const text = `This mock of ${ours} has no ${missing.join(", ")}, which the archived kit had in a module of its own: add them.`;
      remarks.push({ start: factory.start, text });
      return;
    }
    const actual =
      runner === "jest"
        ? `...jest.requireActual${type}("${ours}"),`
        : `...(await ${runner}.importActual${type}("${ours}")),`;
    edits.push({ start: object.start + 1, end: object.start + 1, text: ` ${actual}` });
    if (runner !== "jest" && factory["async"] !== true)
      edits.push({ start: factory.start, end: factory.start, text: "async " });
  }
}

/** The mock of a form kit that a statement makes. */
function mockOf(statement: Node): Mock[] {
  const call = statement.type === "ExpressionStatement" ? statement["expression"] : undefined;
  if (!isNode(call) || call.type !== "CallExpression") return [];
  const callee = calleeName(call);
  const [module, factory] = nodesOf(call["arguments"]);
  if (!mocks.test(callee) || !module) return [];
  if (namedBy(nameOf(module))?.target !== ours) return [];
  const body = factory?.["body"];
  const object = isNode(body) && body.type === "ObjectExpression" ? body : undefined;
  const runner = callee.split(".")[0] ?? "";
  return [{ statement, runner, ...(factory && { factory }), ...(object && { object }) }];
}
