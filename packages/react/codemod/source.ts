import { type ParserPlugin, parse } from "@babel/parser";
import { apply, type Edit, lineAt } from "./edit.ts";
import { authHelpers, moved, stylesheet } from "./packages.ts";

/** What became of one source file. */
export interface Rewritten {
  readonly text: string;
  /** What a person should look at, with its line. */
  readonly remarks: readonly Remark[];
  /** Whether the file takes components, or anything else that runs, from a form kit. */
  readonly rendersForms: boolean;
}

export interface Remark {
  readonly line: number;
  readonly text: string;
}

/** A node of the tree: https://github.com/estree/estree, with Babel's names for literals. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

const formKits = new Set(["@supabase/auth-ui-react", "@supabase/auth-ui-shared"]);

/** Calls whose first argument names a module: of Node, Jest and Vitest. */
const callees =
  /^(require|require\.resolve|import\.meta\.resolve|(jest|vi|vitest)\.(mock|doMock|unmock|doUnmock|dontMock|setMock|requireActual|requireMock|importActual|importMock|createMockFromModule|unstable_mockModule))$/;
const mocks = /\.(mock|doMock|setMock|unstable_mockModule)$/;

/**
 * Rewrites every place of a source file where one of the moved packages is named as a module, and
 * not a byte more.
 *
 * @param file its name, for the syntax that its extension promises.
 * @throws {SyntaxError} when the file cannot be parsed.
 */
export function rewrite(file: string, source: string): Rewritten {
  const edits: Edit[] = [];
  const remarks: Remark[] = [];
  const named = new Set<number>();
  const mocked = new Map<string, number>();
  let rendersForms = false;

  const remark = (place: number, text: string) =>
    remarks.push({ line: lineAt(source, place), text });

  function module(literal: Node, node: Node): void {
    const name = String(literal["value"]);
    const target = moved[name];
    if (target === undefined) return;
    named.add(literal.start);
    const missing = name === "@supabase/auth-helpers-react" ? unknownNames(node) : [];
    if (missing.length > 0) {
      remark(node.start, `${missing.join(", ")} of ${name} has no counterpart; left as it is.`);
      return;
    }
    // Only what stands between the quotes, whichever they are.
    edits.push({ start: literal.start + 1, end: literal.end - 1, text: target });
    if (formKits.has(name) && runs(node)) rendersForms = true;
    if (mocks.test(calleeName(node))) {
      const before = mocked.get(target);
      if (before !== undefined && before !== literal.start)
        remark(literal.start, `Two mocks are of one module now, ${target}: merge them.`);
      mocked.set(target, literal.start);
    }
  }

  for (const node of walk(tree(file, source))) {
    const literal = moduleOf(node);
    if (literal) module(literal, node);
    else if (node.type === "StringLiteral" && !named.has(node.start)) {
      const name = Object.keys(moved).find((old) => String(node["value"]).startsWith(old));
      if (name)
        remark(node.start, `"${String(node["value"])}" is named outside an import; left as it is.`);
    }
  }
  return { text: apply(source, edits), remarks, rendersForms };
}

/** Adds the stylesheet's import after the last import of a file; undefined where it has none. */
export function withStylesheet(file: string, source: string): string | undefined {
  if (source.includes("@portico/react/styles")) return source;
  const program = tree(file, source)["program"];
  const body = isNode(program) && Array.isArray(program["body"]) ? program["body"] : [];
  const last = body.filter(isNode).findLast(({ type }) => type === "ImportDeclaration");
  if (!last) return undefined;
  const written = source.slice(last.start, last.end);
  const quote = written.includes("'") ? "'" : '"';
  const end = written.endsWith(";") ? ";" : "";
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const text = `${newline}import ${quote}${stylesheet}${quote}${end}`;
  return apply(source, [{ start: last.end, end: last.end, text }]);
}

function tree(file: string, source: string): Node {
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

/** The string that names a module, where a node is of a kind that names one. */
function moduleOf(node: Node): Node | undefined {
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
    case "OptionalCallExpression": {
      const [first]: unknown[] = Array.isArray(node["arguments"]) ? node["arguments"] : [];
      return calleeName(node) === "" ? undefined : literal(first);
    }
    default:
      return undefined;
  }
}

/** `import`, or the name of a called function that takes a module's name; else an empty string. */
function calleeName(node: Node): string {
  const callee = node["callee"];
  if (!isNode(callee)) return "";
  if (callee.type === "Import") return "import";
  const name = nameOf(callee);
  return callees.test(name) ? name : "";
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type === "MetaProperty") return `${nameOf(node["meta"])}.${nameOf(node["property"])}`;
  if (node.type === "MemberExpression")
    return `${nameOf(node["object"])}.${nameOf(node["property"])}`;
  return "";
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

/** The imported or re-exported names that `@portico/react/auth-helpers` has not. */
function unknownNames(node: Node): string[] {
  const specifiers = Array.isArray(node["specifiers"]) ? node["specifiers"].filter(isNode) : [];
  const reexport = node.type === "ExportNamedDeclaration";
  return specifiers
    .map((one) => nameOf(reexport ? one["local"] : one["imported"]))
    .filter((name) => name !== "" && !authHelpers.has(name));
}

/** Whether a node brings in something that runs, not types alone, and no mock of it. */
function runs(node: Node): boolean {
  if (/^(require|import)$/.test(calleeName(node))) return true;
  return node.type === "ImportDeclaration" && node["importKind"] !== "type" && !onlyTypes(node);
}

function onlyTypes(node: Node): boolean {
  const specifiers = Array.isArray(node["specifiers"]) ? node["specifiers"].filter(isNode) : [];
  return specifiers.length > 0 && specifiers.every((one) => one["importKind"] === "type");
}

/** Every node of a tree, each before those inside it. */
function* walk(node: Node): Generator<Node> {
  yield node;
  for (const [key, value] of Object.entries(node)) {
    if (key === "loc" || key.endsWith("Comments") || key === "comments") continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* walk(child);
  }
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}
