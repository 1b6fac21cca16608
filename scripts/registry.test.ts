import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Item {
  readonly name: string;
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly docs?: string;
  readonly dependencies?: readonly string[];
  readonly registryDependencies?: readonly string[];
  readonly files: readonly { readonly path: string; readonly target: string }[];
}

const folder = fileURLToPath(new URL("../registry", import.meta.url));
const { items }: { items: Item[] } = JSON.parse(
  readFileSync(join(folder, "registry.json"), "utf8"),
);
const itemsByName = new Map(items.map((item) => [item.name, item]));

/** Returns an item and all items of this registry that it requires. */
function withDependencies(item: Item): Item[] {
  const ownDependencies = (item.registryDependencies ?? []).filter((name) =>
    name.startsWith("@portico/"),
  );
  return [
    item,
    ...ownDependencies.flatMap((name) => {
      const dependency = itemsByName.get(name.replace("@portico/", ""));
      if (!dependency) throw new Error(`${item.name} requires ${name}, which does not exist.`);
      return withDependencies(dependency);
    }),
  ];
}

const importsOf = (path: string) =>
  [...readFileSync(join(folder, path), "utf8").matchAll(/from "([^"]+)"/g)].map(
    ([, specifier = ""]) => specifier,
  );

test("every source of the registry belongs to one item, and each item has its own name", () => {
  expect(itemsByName.size).toBe(items.length);
  const paths = items.flatMap(({ files }) => files.map(({ path }) => path));
  const sources = ["blocks", "lib"].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${part}/${name}`),
  );
  expect(paths.toSorted()).toEqual(sources.toSorted());
});

test.each(items)("the item $name has a description and declares all of its imports", (item) => {
  for (const text of [item.title, item.description, item.docs]) expect(text).toBeTruthy();
  if (item.type === "registry:block") expect(item.categories).not.toEqual([]);

  const requiredItems = withDependencies(item);
  const packages = new Set(requiredItems.flatMap(({ dependencies = [] }) => dependencies));
  const components = new Set(
    requiredItems.flatMap(({ registryDependencies = [] }) => registryDependencies),
  );
  const targets = new Set(
    requiredItems.flatMap(({ files }) => files.map(({ target }) => target.replace(/\.tsx?$/, ""))),
  );
  const missing = item.files.flatMap(({ path }) =>
    importsOf(path).filter((specifier) => {
      const [, ui] = specifier.match(/^@\/components\/ui\/(.*)/) ?? [];
      if (ui) return !components.has(ui);
      if (specifier.startsWith("@/components/")) return !targets.has(specifier.replace("@/", "@"));
      if (specifier === "@/lib/utils" || specifier === "react") return false;
      return !packages.has(specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? "");
    }),
  );
  expect(missing).toEqual([]);
});
