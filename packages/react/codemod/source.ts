import { authHelpers, replacementName, replacements } from "./packages.ts";
import { type Reference, referencesIn } from "./references.ts";

/** The result of rewriting one file. */
export interface Rewritten {
  readonly text: string;
  /** What is left to do by hand. */
  readonly remarks: readonly Remark[];
  /** The archived packages that the file still imports. */
  readonly keptPackages: ReadonlySet<string>;
  /** True if the file loads code of a form kit. */
  readonly showsForms: boolean;
}

export interface Remark {
  readonly line: number;
  readonly text: string;
}

/** Configurations of bundlers. A list there that names a missing package breaks the build. */
export const configurations =
  /(^|[\\/])((vite|webpack|next|rollup|rolldown|rspack|rsbuild|craco|metro|esbuild|tsup|tsdown|astro|remix|react-router|app)[\w.-]*\.config(\.[\w-]+)*|config-overrides|webpack\.\w+)\.[cm]?[jt]s$/;

/** Options that list packages by name, and do not accept an entry point such as `@portico/react/locales/de`. */
const packageLists =
  /\b(transpilePackages|serverExternalPackages|serverComponentsExternalPackages|optimizePackageImports|dedupe)\W*$/;

const names = /@supabase\/auth-(?:ui-react|ui-shared|helpers-react)(?![\w-])/g;

/**
 * Renames the archived packages where a file imports them, and in the lists of a bundler's
 * configuration.
 *
 * @param contextName an import from the archived session hooks that has no replacement. These hooks
 *   then stay in every file: two providers would be two sessions.
 */
export function rewrite(file: string, source: string, contextName?: string): Rewritten {
  const remarks: Remark[] = [];
  const keptPackages = new Set<string>();
  let text = "";
  let position = 0;
  let showsForms = false;
  for (const reference of referencesIn(source)) {
    const reason = reasonToStay(reference, contextName);
    if (reason) {
      keptPackages.add(reference.name);
      remarks.push({ line: lineAt(source, reference.start), text: reason });
      continue;
    }
    text += source.slice(position, reference.start) + reference.target;
    position = reference.end;
    showsForms ||= reference.isLoaded && reference.target === replacementName;
    if (reference.isMocked && reference.target === replacementName) {
      const mockRemark = `This mock of ${replacementName} replaces both archived kits: add every name that is used.`;
      remarks.push({ line: lineAt(source, reference.start), text: mockRemark });
    }
  }
  text += source.slice(position);
  if (configurations.test(file)) text = renameInLists(text);
  return { text, remarks: [...remarks, ...namedIn(text)], keptPackages, showsForms };
}

/** Returns a remark for each mention of an archived package outside of an import. */
export function namedIn(text: string): Remark[] {
  const references = referencesIn(text);
  return [...text.matchAll(names)]
    .filter(({ index }) => !references.some(({ start, end }) => start <= index && index < end))
    .map(({ 0: name, index }) => ({
      line: lineAt(text, index),
      text: `${name} is named here: change it to ${replacements[name]}, or delete it.`,
    }));
}

function reasonToStay({ name, unknown }: Reference, contextName?: string): string | undefined {
  if (unknown.length > 0)
    return `${unknown.join(", ")} of ${name} has no replacement; not changed.`;
  if (name === authHelpers && contextName !== undefined)
    return `${contextName} of ${name} has no replacement, and all imports must share one session; not changed.`;
  return undefined;
}

function renameInLists(source: string): string {
  return source.replace(/\[[^[\]]*\]/g, (list: string, offset: number) => {
    const isOfPackages = packageLists.test(source.slice(0, offset));
    const listedNames = new Set([...list.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, item]) => item));
    const entry = /(\s*)(["'`])(@supabase\/auth-[\w-]+)\2(\s*,)?/g;
    const renamed = list.replace(entry, (all: string, space, quote, name, comma = "") => {
      const target =
        isOfPackages && Object.hasOwn(replacements, name) ? replacementName : replacements[name];
      if (target === undefined) return all;
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
