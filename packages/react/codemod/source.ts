import { authHelpersPackage, replacementName, replacements } from "./packages.ts";
import { type Reference, referencesIn } from "./references.ts";

/** The result of rewriting one file. */
export interface RewriteResult {
  readonly text: string;
  /** The steps that the developer must do manually. */
  readonly remarks: readonly Remark[];
  /** The archived packages that the file still imports. */
  readonly keptPackages: ReadonlySet<string>;
  /** True if the file loads code of an archived form kit. */
  readonly showsForms: boolean;
}

export interface Remark {
  readonly line: number;
  readonly text: string;
}

/**
 * Matches bundler configurations. They can list packages by name, and a list with a missing package breaks the build.
 */
export const bundlerConfigurationPattern =
  /(^|[\\/])((vite|webpack|next|rollup|rolldown|rspack|rsbuild|craco|metro|esbuild|tsup|tsdown|astro|remix|react-router|app)[\w.-]*\.config(\.[\w-]+)*|config-overrides|webpack\.\w+)\.[cm]?[jt]s$/;

/** Matches options that list packages by name, and do not accept an entry point such as `@portico/react/locales/de`. */
const packageListPattern =
  /\b(transpilePackages|serverExternalPackages|serverComponentsExternalPackages|optimizePackageImports|dedupe)\W*$/;

const archivedNamePattern = /@supabase\/auth-(?:ui-react|ui-shared|helpers-react)(?![\w-])/g;

/**
 * Renames the archived packages in a file's imports, and in the package lists of a bundler's configuration.
 *
 * @param missingHook an import from the archived session hooks that has no replacement. If there is one, no file is
 *   migrated to the new hooks, because two providers would create two sessions.
 */
export function rewriteSource(file: string, source: string, missingHook?: string): RewriteResult {
  const remarks: Remark[] = [];
  const keptPackages = new Set<string>();
  let text = "";
  let position = 0;
  let showsForms = false;
  for (const reference of referencesIn(source)) {
    const reason = reasonToKeep(reference, missingHook);
    if (reason) {
      keptPackages.add(reference.name);
      remarks.push({ line: lineAt(source, reference.start), text: reason });
      continue;
    }
    text += source.slice(position, reference.start) + reference.target;
    position = reference.end;
    showsForms ||= reference.isLoaded && reference.target === replacementName;
    if (reference.isMocked && reference.target === replacementName) {
      const mockRemark = `This mock of ${replacementName} replaces both archived kits. Add every export that your tests use.`;
      remarks.push({ line: lineAt(source, reference.start), text: mockRemark });
    }
  }
  text += source.slice(position);
  if (bundlerConfigurationPattern.test(file)) text = renameInLists(text);
  return { text, remarks: [...remarks, ...findMentions(text)], keptPackages, showsForms };
}

/** Returns a remark for each mention of an archived package outside of an import. */
export function findMentions(text: string): Remark[] {
  const references = referencesIn(text);
  return [...text.matchAll(archivedNamePattern)]
    .filter(({ index }) => !references.some(({ start, end }) => start <= index && index < end))
    .map(({ 0: name, index }) => ({
      line: lineAt(text, index),
      text: `${name} is mentioned here. Change it to ${replacements[name]}, or delete it.`,
    }));
}

function reasonToKeep({ name, missingNames }: Reference, missingHook?: string): string | undefined {
  if (missingNames.length > 0)
    return `${missingNames.join(", ")} of ${name} has no replacement. The import was not changed.`;
  if (name === authHelpersPackage && missingHook !== undefined)
    return `${missingHook} of ${name} has no replacement, and all imports must share one session. The import was not changed.`;
  return undefined;
}

function renameInLists(source: string): string {
  return source.replace(/\[[^[\]]*\]/g, (list: string, offset: number) => {
    const isPackageList = packageListPattern.test(source.slice(0, offset));
    const listedNames = new Set([...list.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, item]) => item));
    const entry = /(\s*)(["'`])(@supabase\/auth-[\w-]+)\2(\s*,)?/g;
    const renamed = list.replace(entry, (matchedText: string, space, quote, name, comma = "") => {
      const target =
        isPackageList && Object.hasOwn(replacements, name) ? replacementName : replacements[name];
      if (target === undefined) return matchedText;
      if (listedNames.has(target)) return "";
      listedNames.add(target);
      return space + quote + target + quote + comma;
    });
    // If the last entry was removed, the comma before it is left over.
    return /,\s*\]$/.test(list) ? renamed : renamed.replace(/,(\s*\])$/, "$1");
  });
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
