import { type ParserPlugin, parse } from "@babel/parser";

/** A node of the tree: https://github.com/estree/estree, with Babel's names for literals. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** @throws {SyntaxError} when the file cannot be parsed. */
export function tree(file: string, source: string): Node {
  const typescript = /\.[cm]?tsx?$/.test(file);
  const plugins: ParserPlugin[] = typescript ? ["typescript"] : ["flow"];
  // In a .ts file, `<T>value` is a cast.
  if (!/\.[cm]?ts$/.test(file)) plugins.push("jsx");
  const { errors, ...parsed } = parse(source, {
    sourceType: "unambiguous",
    allowReturnOutsideFunction: true,
    allowUndeclaredExports: true,
    createImportExpressions: false,
    errorRecovery: true,
    plugins: [...plugins, "decorators-legacy", "explicitResourceManagement"],
  });
  if (!isNode(parsed)) throw new SyntaxError(`${file} is no program.`);
  return parsed;
}

/** The statements of a file. */
export function statementsOf(root: Node): Node[] {
  const program = root["program"];
  return isNode(program) ? nodesOf(program["body"]) : [];
}

/** Every node of a tree, each before those inside it. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const [key, value] of Object.entries(node)) {
    if (key === "loc" || key.endsWith("Comments") || key === "comments") continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* walk(child);
  }
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}

/** The nodes of a list in the tree. */
export function nodesOf(list: unknown): Node[] {
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** An identifier's name, or names with dots between; an empty string for anything else. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type === "StringLiteral") return String(node["value"]);
  if (node.type === "MetaProperty") return `${nameOf(node["meta"])}.${nameOf(node["property"])}`;
  if (node.type === "MemberExpression")
    return `${nameOf(node["object"])}.${nameOf(node["property"])}`;
  return "";
}

/** Calls whose first argument names a module: of Node, Jest and Vitest. */
const callees =
  /^(require|require\.resolve|import\.meta\.resolve|(jest|vi|vitest)\.(mock|doMock|unmock|doUnmock|dontMock|setMock|requireActual|requireMock|importActual|importMock|createMockFromModule|unstable_mockModule))$/;

/** `import`, or the name of a called function that takes a module's name; else an empty string. */
export function calleeName(node: Node): string {
  const callee = node["callee"];
  if (!isNode(callee)) return "";
  if (callee.type === "Import") return "import";
  const name = nameOf(callee);
  return callees.test(name) ? name : "";
}

/** The string that names a module, where a node is of a kind that names one. */
export function moduleOf(node: Node): Node | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
      return literal(node["source"]);
    // `import x = require("…")`
    case "TSExternalModuleReference":
      return literal(node["expression"]);
    // `import("…").Type`
    case "TSImportType":
      return literal(node["argument"]);
    // `declare module "…"`
    case "TSModuleDeclaration":
      return literal(node["id"]);
    case "CallExpression":
    case "OptionalCallExpression":
      return calleeName(node) === "" ? undefined : literal(nodesOf(node["arguments"])[0]);
    default:
      return undefined;
  }
}

/** A string, or a template without a hole in it. */
function literal(node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "StringLiteral") return node;
  const quasis = node.type === "TemplateLiteral" ? node["quasis"] : undefined;
  const [only, ...more]: unknown[] = Array.isArray(quasis) ? quasis : [];
  if (!isNode(only) || more.length > 0) return undefined;
  const value: unknown = Reflect.get(Object(only["value"]), "cooked");
  return { ...node, value };
}
