import { replacementName, replacements } from "./packages.ts";

const dependencySections = [
  "dependencies",
  "devDependencies",
  "peerDependencies",
  "optionalDependencies",
];

/**
 * Replaces the archived packages in a package.json with `@portico/react`.
 *
 * @param range the version to depend on, such as `^1.0.0`.
 * @param keptPackages packages that the sources still import.
 */
export function rewriteManifest(
  source: string,
  range: string,
  keptPackages: ReadonlySet<string>,
): string {
  const manifest = parseManifest(source);
  if (!manifest) return source;
  const updatedEntries = Object.entries(manifest).map(([key, value]) => {
    const entries = Object.entries(Object(value));
    if (
      !dependencySections.includes(key) ||
      !entries.some(([name]) => Object.hasOwn(replacements, name))
    )
      return [key, value];
    let isListed = entries.some(([name]) => name === replacementName);
    const dependencies = entries.flatMap(([name, version]) => {
      if (!Object.hasOwn(replacements, name)) return [[name, version]];
      const newEntries = isListed ? [] : [[replacementName, range]];
      isListed = true;
      return keptPackages.has(name) ? [...newEntries, [name, version]] : newEntries;
    });
    return [key, Object.fromEntries(dependencies)];
  });
  const indent = /^[ \t]+/m.exec(source)?.[0];
  const text = JSON.stringify(Object.fromEntries(updatedEntries), null, indent);
  const [trailingSpace] = /\s*$/.exec(source) ?? [""];
  return text.replaceAll("\n", source.includes("\r\n") ? "\r\n" : "\n") + trailingSpace;
}

/** Returns the version range of a package in a package.json. */
export function rangeOf(source: string, name: string): string | undefined {
  const range = dependenciesOf(source).find(([key]) => key === name)?.[1];
  return range === undefined ? undefined : String(range);
}

/** Returns the archived packages that a package.json depends on. */
export function archivedPackagesIn(source: string): string[] {
  return dependenciesOf(source)
    .map(([name]) => name)
    .filter((name) => Object.hasOwn(replacements, name));
}

/** Parses a package.json. Returns undefined if it is not a JSON object, for example because it is a template. */
export function parseManifest(source: string): object | undefined {
  try {
    const manifest: unknown = JSON.parse(source.replace(/^\uFEFF/, ""));
    return typeof manifest === "object" && manifest !== null ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function dependenciesOf(source: string): [string, unknown][] {
  return Object.entries(parseManifest(source) ?? {})
    .filter(([key]) => dependencySections.includes(key))
    .flatMap(([, value]) => Object.entries(Object(value)));
}
