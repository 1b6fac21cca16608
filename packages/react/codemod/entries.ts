import { dirname, join } from "node:path";

const at = (...paths: string[]) =>
  paths.flatMap((path) => ["tsx", "jsx", "ts", "js"].map((extension) => `${path}.${extension}`));

/** Where Next.js loads what the pages of each of its routers need. */
const next = [at("app/layout", "src/app/layout"), at("pages/_app", "src/pages/_app")];

/** Where an application loads what every page of it needs, by the field's habits. */
const entries = at(
  ...["app/root", "src/root"], // React Router, Remix
  ...["src/routes/__root", "app/routes/__root"], // TanStack Start
  ...["app/_layout", "src/app/_layout"], // Expo
  ...["src/main", "src/index", "src/client", "main", "index"], // Vite, Create React App, Parcel
  ...["App", "src/App"],
);

/** The files of a package in which the stylesheet is imported: of each of Next.js's routers, or one. */
export function entriesOf(home: string, files: readonly string[]): string[] {
  const find = (paths: readonly string[]) =>
    paths.map((path) => join(home, path)).find((path) => files.includes(path));
  const routers = next.map(find).filter((file) => file !== undefined);
  if (routers.length > 0) return routers;
  const entry = find(entries);
  return entry === undefined ? [] : [entry];
}

/** True when a package is built by Remix's own compiler, which does not bundle a stylesheet that is only imported. */
export function isClassicRemix(home: string, files: readonly string[]): boolean {
  const has = (pattern: RegExp) =>
    files.some((file) => dirname(file) === home && pattern.test(file));
  return has(/remix\.config\.\w+$/) && !has(/vite\.config\.\w+$/);
}
