import { authHelpers, namedBy, renamed } from "./packages.ts";
import { moduleOf, type Node, nameOf, nodesOf, tree, walk } from "./syntax.ts";

/** The names that an application's files take from the moved packages, all together. */
export interface Survey {
  /** The names of the form kits that run, of all files. */
  readonly used: Set<string>;
  /** A name of the session's context that has no counterpart. What it belongs to must not be torn apart. */
  context?: string;
  /** True when a form that names no providers has none. */
  readonly withoutProviders?: boolean;
}

/** Adds a file to a survey. A file that cannot be parsed adds nothing. */
export function survey(file: string, source: string, found: Survey): void {
  let root: Node;
  try {
    root = tree(file, source);
  } catch {
    return;
  }
  for (const node of walk(root)) {
    const literal = moduleOf(node);
    const named = literal && namedBy(String(literal["value"]));
    if (!named) continue;
    for (const { name, type } of specifiersOf(node)) {
      if (named.name !== authHelpers) {
        if (!type) found.used.add(name);
      } else if (renamed(name, named) === undefined && /^use|Provider|Context/.test(name)) {
        found.context = name;
      }
    }
  }
}

/** One name in the braces of an import or a re-export. */
export interface Specifier {
  readonly node: Node;
  /** The name in the module: `default` for a default import. */
  readonly name: string;
  /** The name in the file. */
  readonly local: string;
  readonly type: boolean;
}

/** The names that an import or a re-export has; none for `* as all` and for every other node. */
export function specifiersOf(node: Node): Specifier[] {
  const reexport = node.type === "ExportNamedDeclaration";
  return nodesOf(node["specifiers"])
    .filter(({ type }) => !type.includes("Namespace"))
    .map((one) => ({
      node: one,
      name:
        one.type === "ImportDefaultSpecifier"
          ? "default"
          : nameOf(reexport ? one["local"] : one["imported"]),
      local: nameOf(reexport ? one["exported"] : one["local"]),
      type: [node, one].some((each) =>
        /type/.test(String(each["importKind"] ?? each["exportKind"] ?? "")),
      ),
    }));
}
