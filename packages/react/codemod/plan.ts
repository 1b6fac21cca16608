import { readFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { filesOf, manifestsAbove } from "./files.ts";
import { movedIn, parseManifest, rangeOf, rewriteManifest } from "./manifest.ts";
import { authHelpers, replacementName, replacements, stylesheet } from "./packages.ts";
import { referencesIn } from "./references.ts";
import { namedIn, type Remark, rewrite } from "./source.ts";
import { entriesOf, isClassicRemix, withStylesheet } from "./stylesheet.ts";

/** The changes that the codemod would make to a folder. Nothing is written yet. */
export interface Plan {
  /** The files that change, by path. */
  readonly changes: ReadonlyMap<string, { readonly original: string; readonly updated: string }>;
  /** The steps to do by hand. */
  readonly remarks: readonly (Remark & { readonly file: string })[];
  /** True if the application shows forms, which then look different. */
  readonly showsForms: boolean;
}

const scripts = /\.[cm]?[jt]sx?$/;
const sources = /\.([cm]?[jt]sx?|mdx|astro|vue|svelte|html)$/;
/** Configurations that may name a package. They must be changed by hand. */
const otherConfigurations =
  /[\\/]((tsconfig|jsconfig|deno|components)[\w.-]*\.json|pnpm-workspace\.yaml)$/;
const tests = /(\.d\.[cm]?ts$|\.(test|spec|stories)\.|(^|[\\/])(__tests__|__mocks__|tests?)[\\/])/;

/**
 * Plans the changes to a folder, with all the packages in it.
 *
 * @param range the version of `@portico/react` to depend on.
 */
export function plan(folder: string, range: string): Plan {
  const changes = new Map<string, { original: string; updated: string }>();
  const remarks: (Remark & { file: string })[] = [];
  const files = filesOf(folder);
  const manifests = files.filter((file) => basename(file) === "package.json");
  const affectedFiles = files.filter(
    (file) =>
      (sources.test(file) || otherConfigurations.test(file)) && mentionsArchived(read(file)),
  );
  const contextName = affectedFiles
    .flatMap((file) => (sources.test(file) ? referencesIn(read(file)) : []))
    .find(({ name, unknown }) => name === authHelpers && unknown.length > 0)?.unknown[0];
  const keptPackages = new Set<string>();
  const rendering: string[] = [];

  for (const file of affectedFiles) {
    if (otherConfigurations.test(file)) note(file, namedIn(read(file)));
    else rewriteSource(file);
  }
  for (const home of new Set(rendering.map(homeOf))) loadStylesheet(home);
  for (const manifest of manifests) moveManifest(manifest);
  for (const home of new Set([...changes.keys()].map(homeOf))) requireDependency(home);
  return { changes, remarks, showsForms: rendering.length > 0 };

  function rewriteSource(file: string): void {
    const rewritten = rewrite(file, read(file), contextName);
    change(file, rewritten.text);
    note(file, rewritten.remarks);
    for (const name of rewritten.keptPackages) keptPackages.add(name);
    if (rewritten.showsForms && !tests.test(relative(folder, file))) rendering.push(file);
  }

  function loadStylesheet(packageFolder: string): void {
    const ownFiles = rendering.filter((file) => homeOf(file) === packageFolder);
    const entries = entriesOf(packageFolder, files);
    for (const file of entries.length > 0 ? entries : ownFiles) {
      const canImport = scripts.test(file) && !isClassicRemix(packageFolder, files);
      const updated = canImport ? withStylesheet(current(file)) : undefined;
      if (updated !== undefined) change(file, updated);
      else note(file, [{ line: 1, text: `Load the style sheet here: ${stylesheet}` }]);
    }
  }

  function moveManifest(file: string): void {
    const source = read(file);
    const archived = movedIn(source);
    const addRemark = (text: string) => note(file, [{ line: 1, text }]);
    if (mentionsArchived(source) && !parseManifest(source))
      addRemark("It is not JSON; not changed.");
    if (archived.length > 0) {
      const isMoved = changes.size > 0 || !archived.every((name) => keptPackages.has(name));
      if (isMoved) change(file, rewriteManifest(source, range, keptPackages));
      const react = rangeOf(source, "react");
      if (react !== undefined && /^[~^]?(0|1[0-7])\b/.test(react))
        addRemark(`It depends on React ${react}; ${replacementName} needs 18.`);
      if (/^[~^]?0\.([12]\.|3\.[01]$)/.test(rangeOf(source, "@supabase/auth-ui-react") ?? ""))
        addRemark(
          "Before 0.3.2 forms had no providers by default: add providers={[]} where none is given.",
        );
    }
    note(file, namedIn(current(file)));
  }

  function requireDependency(packageFolder: string): void {
    const above = manifestsAbove(`${packageFolder}/package.json`, manifests);
    if (above.every((manifest) => rangeOf(current(manifest), replacementName) === undefined))
      note(above[0] ?? `${packageFolder}/package.json`, [
        { line: 1, text: `It does not depend on ${replacementName}: install it.` },
      ]);
  }

  function homeOf(file: string): string {
    const [manifest] = manifestsAbove(file, manifests);
    return manifest === undefined ? folder : dirname(manifest);
  }

  function mentionsArchived(source: string): boolean {
    return Object.keys(replacements).some((name) => source.includes(name));
  }

  function change(file: string, updated: string): void {
    const original = changes.get(file)?.original ?? read(file);
    if (updated !== original) changes.set(file, { original, updated });
  }

  function current(file: string): string {
    return changes.get(file)?.updated ?? read(file);
  }

  function note(file: string, found: readonly Remark[]): void {
    remarks.push(...found.map((remark) => ({ file, ...remark })));
  }

  function read(file: string): string {
    return readFileSync(file, "utf8");
  }
}
