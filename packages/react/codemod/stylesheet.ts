import { dirname, join } from "node:path";
import { stylesheet } from "./packages.ts";

const withExtensions = (...paths: string[]) =>
  paths.flatMap((path) => ["tsx", "jsx", "ts", "js"].map((extension) => `${path}.${extension}`));

/** The files that each router of Next.js loads for all pages. */
const nextEntries = [
  withExtensions("app/layout", "src/app/layout"),
  withExtensions("pages/_app", "src/pages/_app"),
];

/** The files that other applications load for all pages. */
const entries = withExtensions(
  "app/root",
  "src/root", // React Router, Remix
  "src/routes/__root",
  "app/routes/__root", // TanStack Start
  "app/_layout",
  "src/app/_layout", // Expo
  "src/main",
  "src/index",
  "src/client",
  "main",
  "index", // Vite, Create React App, Parcel
  "App",
  "src/App",
);

/** Returns the files of a package that should import the style sheet. */
export function entriesOf(packageFolder: string, files: readonly string[]): string[] {
  const findFile = (paths: readonly string[]) =>
    paths.map((path) => join(packageFolder, path)).find((path) => files.includes(path));
  const routers = nextEntries.map(findFile).filter((file) => file !== undefined);
  if (routers.length > 0) return routers;
  const entry = findFile(entries);
  return entry === undefined ? [] : [entry];
}

/**
 * Returns whether Remix's own compiler builds a package. That compiler does not bundle style sheets that scripts
 * import.
 */
export function isClassicRemix(packageFolder: string, files: readonly string[]): boolean {
  const hasFile = (pattern: RegExp) =>
    files.some((file) => dirname(file) === packageFolder && pattern.test(file));
  return hasFile(/remix\.config\.\w+$/) && !hasFile(/vite\.config\.\w+$/);
}

/**
 * Returns the source with an import of the style sheet before all other imports, so that the application's own rules
 * win. Returns undefined for a file without imports.
 */
export function withStylesheet(source: string): string | undefined {
  if (source.includes("@portico/react/styles")) return source;
  const firstImport = /^import\b[^"'()]*(["'])[^"'\n]*\1(;?)/m.exec(source);
  if (!firstImport) return undefined;
  const [, quote, semicolon] = firstImport;
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const line = `import ${quote}${stylesheet}${quote}${semicolon}${newline}`;
  return source.slice(0, firstImport.index) + line + source.slice(firstImport.index);
}
