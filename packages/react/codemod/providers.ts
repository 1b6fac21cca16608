import type { Edit } from "./edit.ts";
import { namedBy } from "./packages.ts";
import { specifiersOf } from "./survey.ts";
import { isNode, moduleOf, type Node, nodesOf, walk } from "./syntax.ts";

/** True when an application's range of `@supabase/auth-ui-react` is before 0.3.2, whose forms had no providers of their own. */
export function hadNoProviders(range: string | undefined): boolean {
  return range !== undefined && /^[~^]?0\.([12]\.|3\.[01]$)/.test(range);
}

/** Says of each `<Auth>` that names no providers that it has none. */
export function providerEdits(root: Node): Edit[] {
  const forms = new Set<string>();
  const edits: Edit[] = [];
  for (const node of walk(root)) {
    const literal = moduleOf(node);
    const is = literal && namedBy(String(literal["value"]));
    if (is?.name === "@supabase/auth-ui-react" && node.type === "ImportDeclaration")
      for (const { local, name } of specifiersOf(node)) if (name === "Auth") forms.add(local);
    const tag = node.type === "JSXOpeningElement" ? node["name"] : undefined;
    if (!isNode(tag) || !forms.has(String(tag["name"]))) continue;
    const attributes = nodesOf(node["attributes"]);
    const given = attributes.some(
      ({ name, type }) =>
        type === "JSXSpreadAttribute" || (isNode(name) && name["name"] === "providers"),
    );
    if (!given) edits.push({ start: tag.end, end: tag.end, text: " providers={[]}" });
  }
  return edits;
}
