import { apply, type Edit } from "./edit.ts";
import { type Specifier, specifiersOf } from "./survey.ts";
import { type Node, nodesOf, statementsOf, tree } from "./syntax.ts";

/** Our modules, whose imports may come from two packages that became one. */
const ours = /^@portico\/react(\/auth-helpers)?$/;

/**
 * Joins the imports of our modules, so that each file has one of each. Those that hold anything but names, such as a
 * comment, stay as they are.
 *
 * @param file its name, for the syntax that its extension promises.
 */
export function withoutDoubles(file: string, source: string): string {
  const first = new Map<string, Node>();
  const moved = new Map<Node, Node[]>();
  for (const node of statementsOf(tree(file, source))) {
    const module = moduleOf(node);
    if (!ours.test(module) || !isPlain(node, source)) continue;
    const target = first.get(module);
    if (!target) first.set(module, node);
    else moved.set(target, [...(moved.get(target) ?? []), node]);
  }
  const edits = [...moved].flatMap(([target, others]) => joined(source, target, others));
  return edits.length > 0 ? apply(source, edits) : source;
}

/** The edits by which an import takes the names of others, which go. */
function joined(source: string, target: Node, others: readonly Node[]): Edit[] {
  const all = [target, ...others];
  const isTypes = all.every(ofTypes);
  const written = (node: Node, { node: { start, end } }: Specifier) =>
    (ofTypes(node) && !isTypes ? "type " : "") + source.slice(start, end);
  const edits: Edit[] = [];
  const own = specifiersOf(target);
  const last = own.at(-1)?.node.end ?? target.end;
  if (ofTypes(target) && !isTypes) {
    const keyword = source.slice(target.start).match(/^import\s+type\b/)?.[0] ?? "";
    edits.push({ start: target.start, end: target.start + keyword.length, text: "import" });
    for (const { node } of own) edits.push({ start: node.start, end: node.start, text: "type " });
  }
  const more = others.flatMap((node) => specifiersOf(node).map((one) => written(node, one)));
  edits.push({ start: last, end: last, text: more.map((name) => `, ${name}`).join("") });
  for (const { start, end } of others) {
    const rest = /^[ \t]*(\r?\n)?/.exec(source.slice(end))?.[0].length ?? 0;
    edits.push({ start, end: end + rest, text: "" });
  }
  return edits;
}

function moduleOf(node: Node): string {
  if (node.type !== "ImportDeclaration") return "";
  const [module] = nodesOf([node["source"]]);
  return String(module?.["value"]);
}

const ofTypes = (node: Node) => node["importKind"] === "type";

/** True for an import of names in braces, with nothing beside them. */
function isPlain(node: Node, source: string): boolean {
  const names = nodesOf(node["specifiers"]);
  return (
    names.length > 0 &&
    names.every(({ type }) => type === "ImportSpecifier") &&
    !/\/[/*]/.test(source.slice(node.start, node.end))
  );
}
