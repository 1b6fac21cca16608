import { authHelpersExports, authHelpersPackage, kitExports, replacements } from "./packages.ts";

/** A reference in a source file to an archived package. */
export interface Reference {
  /** The position of the module specifier, without its quotes. */
  readonly start: number;
  readonly end: number;
  /** The archived package. */
  readonly name: string;
  /** The module that replaces it. */
  readonly target: string;
  /** The imported names that the replacement does not have. */
  readonly missingNames: readonly string[];
  /** False if only types are imported, or if a test mocks the module. */
  readonly isLoaded: boolean;
  /** True if a test replaces the module with its own object. */
  readonly isMocked: boolean;
}

/**
 * Matches `import … from`, `export … from`, `import "…"`, and calls of `import`, `require`, `resolve` and of the
 * mocking functions of Jest and Vitest, followed by the module specifier, which may be a path into the package.
 */
const pattern =
  /(?:\b(?:import|export)\b([^"'`;()]*?)\bfrom\s*|\bimport\s*|\b(import|require|resolve|\w*[mM]ock\w*|\w*Actual)\s*(?:<[^>()]*>)?\(\s*)(["'`])((?:[^"'`\n]*\bnode_modules\/)?(@supabase\/auth-(?:ui-react|ui-shared|helpers-react))(\/[^"'`\n]*)?)\3/g;

/** Returns a source file's references to the archived packages. */
export function referencesIn(source: string): Reference[] {
  return [...source.matchAll(pattern)].map((match) => {
    const [matchedText, clause, callee = "", , module = "", name = "", path] = match;
    const end = match.index + matchedText.length - 1;
    const isMocked = /mock/i.test(callee);
    const { isType, names } = importedNames(clause);
    const exportedNames = name === authHelpersPackage ? authHelpersExports : kitExports;
    // A file inside the package may export anything, so only imports of known names are rewritten.
    const isOpaque = path !== undefined && names.length === 0;
    return {
      start: end - module.length,
      end,
      name,
      target: replacements[name] ?? name,
      missingNames: isOpaque ? [module] : names.filter((item) => !exportedNames.has(item)),
      isLoaded: !isType && !isMocked,
      isMocked:
        isMocked &&
        source
          .slice(end + 1)
          .trimStart()
          .startsWith(","),
    };
  });
}

/** Returns the names that a clause such as `type X, { a as b }` imports. */
function importedNames(clause = ""): { names: string[]; isType: boolean } {
  const statement = clause
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replace(/^[\s\S]*\b(?:import|export)\b/, "")
    .trim();
  const [, type, defaultPart = "", braces = ""] =
    /^(type\s+(?!,))?([^{]*)(?:\{([^{}]*)\})?$/.exec(statement) ?? [];
  const namedPart = braces
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
  const hasDefault = defaultPart !== "" && !defaultPart.startsWith("*");
  const isType =
    type !== undefined || (namedPart.length > 0 && namedPart.every((item) => /^type\s/.test(item)));
  const names = namedPart.map((item) => item.replace(/^type\s+/, "").replace(/\s+as\s[\s\S]*/, ""));
  return { names: [...(hasDefault ? ["default"] : []), ...names], isType };
}
