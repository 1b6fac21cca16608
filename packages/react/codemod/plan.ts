import { readFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { filesOf, manifestsAbove } from "./files.ts";
import { archivedPackagesIn, parseManifest, rangeOf, rewriteManifest } from "./manifest.ts";
import { authHelpersPackage, replacementName, replacements, stylesheet } from "./packages.ts";
import { referencesIn } from "./references.ts";
import { findMentions, type Remark, rewriteSource } from "./source.ts";
import { entriesOf, isClassicRemix, withStylesheet } from "./stylesheet.ts";

/** The changes that the codemod would make to a folder. They are not written yet. */
export interface MigrationPlan {
  /** The files that change, by path. */
  readonly changes: ReadonlyMap<string, { readonly original: string; readonly updated: string }>;
  /** The steps that the developer must do manually. */
  readonly remarks: readonly (Remark & { readonly file: string })[];
  /** True if the application shows forms, whose appearance the migration changes. */
  readonly showsForms: boolean;
}

const scriptPattern = /\.[cm]?[jt]sx?$/;
const sourcePattern = /\.([cm]?[jt]sx?|mdx|astro|vue|svelte|html)$/;
/** Matches configurations that may name a package. The developer must change them manually. */
const configurationPattern =
  /[\\/]((tsconfig|jsconfig|deno|components)[\w.-]*\.json|pnpm-workspace\.yaml)$/;
const testPattern =
  /(\.d\.[cm]?ts$|\.(test|spec|stories)\.|(^|[\\/])(__tests__|__mocks__|tests?)[\\/])/;

/**
 * Plans the changes to a folder and to all packages in it.
 *
 * @param range the version of `@portico/react` to depend on.
 */
export function planMigration(folder: string, range: string): MigrationPlan {
  const changes = new Map<string, { original: string; updated: string }>();
  const remarks: (Remark & { file: string })[] = [];
  const files = filesOf(folder);
  const manifests = files.filter((file) => basename(file) === "package.json");
  const affectedFiles = files.filter(
    (file) =>
      (sourcePattern.test(file) || configurationPattern.test(file)) &&
      mentionsArchivedPackage(read(file)),
  );
  const missingHook = affectedFiles
    .flatMap((file) => (sourcePattern.test(file) ? referencesIn(read(file)) : []))
    .find(({ name, missingNames }) => name === authHelpersPackage && missingNames.length > 0)
    ?.missingNames[0];
  const keptPackages = new Set<string>();
  const formFiles: string[] = [];

  for (const file of affectedFiles) {
    if (configurationPattern.test(file)) addRemarks(file, findMentions(read(file)));
    else planSource(file);
  }
  for (const packageFolder of new Set(formFiles.map(packageFolderOf)))
    loadStylesheet(packageFolder);
  for (const manifest of manifests) updateManifest(manifest);
  for (const packageFolder of new Set([...changes.keys()].map(packageFolderOf)))
    requireDependency(packageFolder);
  return { changes, remarks, showsForms: formFiles.length > 0 };

  function planSource(file: string): void {
    const rewritten = rewriteSource(file, read(file), missingHook);
    recordChange(file, rewritten.text);
    addRemarks(file, rewritten.remarks);
    for (const name of rewritten.keptPackages) keptPackages.add(name);
    if (rewritten.showsForms && !testPattern.test(relative(folder, file))) formFiles.push(file);
  }

  function loadStylesheet(packageFolder: string): void {
    const ownFiles = formFiles.filter((file) => packageFolderOf(file) === packageFolder);
    const entries = entriesOf(packageFolder, files);
    for (const file of entries.length > 0 ? entries : ownFiles) {
      const canImport = scriptPattern.test(file) && !isClassicRemix(packageFolder, files);
      const updated = canImport ? withStylesheet(currentText(file)) : undefined;
      if (updated !== undefined) recordChange(file, updated);
      else addRemarks(file, [{ line: 1, text: `Load the style sheet here: ${stylesheet}` }]);
    }
  }

  function updateManifest(file: string): void {
    const source = read(file);
    const archived = archivedPackagesIn(source);
    const addRemark = (text: string) => addRemarks(file, [{ line: 1, text }]);
    if (mentionsArchivedPackage(source) && !parseManifest(source))
      addRemark("This file is not valid JSON and was not changed.");
    if (archived.length > 0) {
      const isReplaced = changes.size > 0 || !archived.every((name) => keptPackages.has(name));
      if (isReplaced) recordChange(file, rewriteManifest(source, range, keptPackages));
      const react = rangeOf(source, "react");
      if (react !== undefined && /^[~^]?(0|1[0-7])\b/.test(react))
        addRemark(`This package depends on React ${react}; ${replacementName} needs React 18.`);
      if (/^[~^]?0\.([12]\.|3\.[01]$)/.test(rangeOf(source, "@supabase/auth-ui-react") ?? ""))
        addRemark(
          "Before version 0.3.2, forms had no providers by default. Add providers={[]} to forms without the prop.",
        );
    }
    addRemarks(file, findMentions(currentText(file)));
  }

  function requireDependency(packageFolder: string): void {
    const above = manifestsAbove(`${packageFolder}/package.json`, manifests);
    if (above.every((manifest) => rangeOf(currentText(manifest), replacementName) === undefined))
      addRemarks(above[0] ?? `${packageFolder}/package.json`, [
        { line: 1, text: `This package does not depend on ${replacementName}. Install it.` },
      ]);
  }

  function packageFolderOf(file: string): string {
    const [manifest] = manifestsAbove(file, manifests);
    return manifest === undefined ? folder : dirname(manifest);
  }

  function mentionsArchivedPackage(source: string): boolean {
    return Object.keys(replacements).some((name) => source.includes(name));
  }

  function recordChange(file: string, updated: string): void {
    const original = changes.get(file)?.original ?? read(file);
    if (updated !== original) changes.set(file, { original, updated });
  }

  function currentText(file: string): string {
    return changes.get(file)?.updated ?? read(file);
  }

  function addRemarks(file: string, newRemarks: readonly Remark[]): void {
    remarks.push(...newRemarks.map((remark) => ({ file, ...remark })));
  }

  function read(file: string): string {
    return readFileSync(file, "utf8");
  }
}
