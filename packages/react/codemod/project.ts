import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { configurations, rewriteConfiguration, rewriteSection } from "./configuration.ts";
import { lineAt } from "./edit.ts";
import { entriesOf, isClassicRemix } from "./entries.ts";
import { filesOf, manifestsAbove } from "./files.ts";
import { movedIn, parsed, rangeOf, rewriteManifest } from "./manifest.ts";
import { moved, ours, stylesheet } from "./packages.ts";
import { hadNoProviders } from "./providers.ts";
import { type Remark, rewrite, withStylesheet } from "./source.ts";
import { type Survey, survey } from "./survey.ts";

/** What the codemod would do to a folder. Nothing is written yet. */
export interface Plan {
  /** The files that change, by path. */
  readonly changes: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
  /** What a person should look at. */
  readonly remarks: readonly (Remark & { readonly file: string })[];
  /** True when forms are shown: then something looks different. */
  readonly showsForms: boolean;
}

const sources = /\.[cm]?[jt]sx?$/;
/** Files with a JavaScript of which only imports are read. */
const pages = /\.(mdx|astro)$/;
/** Files that may name a package, and whose languages this does not read. */
const foreign =
  /(\.(vue|svelte|html)|[\\/](tsconfig|jsconfig|deno|components)[\w.-]*\.json|[\\/]pnpm-workspace\.yaml)$/;
const imports =
  /(\bfrom|\bimport|\brequire|mock)\s*\(?\s*["']@supabase\/auth-(ui-react|ui-shared|helpers-react)/;
/** Tests and declarations. */
const shownNowhere =
  /(\.d\.[cm]?ts$|\.(test|spec|stories)\.|(^|[\\/])(__tests__|__mocks__|tests?)[\\/])/;

/**
 * Works out the move of a folder, with all the packages in it.
 *
 * @param range the version of `@portico/react` to ask for.
 */
export function plan(folder: string, range: string): Plan {
  const changes = new Map<string, { before: string; after: string }>();
  const remarks: (Remark & { file: string })[] = [];
  const files = filesOf(folder);
  const rendering: string[] = [];
  const stays = new Set<string>();
  const manifests = files.filter((name) => /(^|[\\/])package\.json$/.test(name));
  const naming = files.filter(
    (name) => (sources.test(name) || pages.test(name)) && names(read(name)),
  );
  const alive = naming.filter(isAlive);
  const all: Survey = { used: new Set() };
  for (const file of alive) survey(file, read(file), all);

  for (const file of naming) {
    if (alive.includes(file)) move(file);
    else if (imports.test(read(file)))
      note(file, 1, "No package.json above it asks for what it imports; left as it is.");
  }
  for (const file of files.filter((name) => foreign.test(name))) mention(file);
  for (const home of new Set(rendering.map(homeOf))) loadStylesheet(home);
  for (const file of manifests) moveManifest(file);
  return { changes, remarks, showsForms: rendering.length > 0 };

  function move(file: string): void {
    const source = read(file);
    if (pages.test(file)) {
      movePage(file, source);
      return;
    }
    try {
      const found = rewrite(file, source, { ...all, withoutProviders: hasNone(file) });
      const isConfiguration = configurations.test(file);
      const more = isConfiguration ? rewriteConfiguration(file, found.text) : undefined;
      change(file, more?.text ?? found.text);
      const outside = /is named outside an import/;
      for (const one of found.remarks)
        if (!(more && outside.test(one.text))) note(file, one.line, one.text);
      for (const one of more?.remarks ?? []) note(file, one.line, one.text);
      for (const name of found.kept) stays.add(name);
      if (found.rendersForms && !shownNowhere.test(relative(folder, file))) rendering.push(file);
    } catch (error) {
      note(
        file,
        1,
        `It could not be read (${error instanceof Error ? error.message : error}); left as it is.`,
      );
      for (const name of Object.keys(moved)) if (source.includes(name)) stays.add(name);
    }
  }

  function movePage(file: string, source: string): void {
    const literal = /((?:\bfrom|\bimport)\s*\(?\s*)(["'])(@supabase\/auth-[\w-]+)\2/g;
    change(
      file,
      source.replace(literal, (all, before, quote, name) =>
        Object.hasOwn(moved, name) ? before + quote + moved[name] + quote : all,
      ),
    );
    if (now(file) !== source) rendering.push(file);
  }

  /** Tells of a name in a language that this does not read. */
  function mention(file: string): void {
    const source = read(file);
    for (const name of Object.keys(moved)) {
      const place = source.indexOf(name);
      if (place < 0) continue;
      const text = /json$/.test(file)
        ? `${name} is named; nothing imports it any more: take it out.`
        : `${name} is named; left as it is.`;
      if (/\.(vue|svelte)$/.test(file)) stays.add(name);
      note(file, lineAt(source, place), text);
    }
  }

  function loadStylesheet(home: string): void {
    const own = rendering.filter((file) => homeOf(file) === home);
    const entries = entriesOf(home, files);
    for (const file of entries.length > 0 ? entries : own) {
      const after = isClassicRemix(home, files) ? undefined : importing(file);
      if (after !== undefined) change(file, after);
      else note(file, 1, `Load the stylesheet here: ${stylesheet}`);
    }
  }

  function importing(file: string): string | undefined {
    return sources.test(file) ? withStylesheet(file, now(file)) : undefined;
  }

  function moveManifest(file: string): void {
    const source = read(file);
    const old = movedIn(source);
    if (old.length > 0 && (changes.size > 0 || !old.every((name) => stays.has(name)))) {
      change(file, rewriteManifest(source, range, stays));
      if (alive.length === 0)
        note(file, 1, `No file imports ${old.join(", ")}: ${ours} may go as well.`);
      for (const name of movedIn(now(file)))
        note(file, 1, `It still asks for ${name}, which something still imports.`);
      const react = rangeOf(source, "react");
      if (react !== undefined && /^[~^]?(0|1[0-7])\b/.test(react))
        note(file, 1, `It asks for React ${react}; ${ours} needs 18.`);
    }
    if (names(source) && !parsed(source)) note(file, 1, "It could not be read; left as it is.");
    const jest = rewriteSection(now(file), "jest");
    change(file, jest.text);
    for (const { line, text } of jest.remarks) note(file, line, text);
  }

  /** True when a package.json above a file asks for a moved package, and where there is none. */
  function isAlive(file: string): boolean {
    const above = manifestsAbove(file, manifests);
    return above.length === 0 || above.some((manifest) => asks(read(manifest)));
  }

  function asks(manifest: string): boolean {
    return movedIn(manifest).length > 0 || rangeOf(manifest, ours) !== undefined;
  }

  /** True when the forms of a file show no providers unless they are told to. */
  function hasNone(file: string): boolean {
    return manifestsAbove(file, manifests).some((manifest) =>
      hadNoProviders(rangeOf(read(manifest), "@supabase/auth-ui-react")),
    );
  }

  function homeOf(file: string): string {
    const [manifest] = manifestsAbove(file, manifests);
    return manifest === undefined ? folder : dirname(manifest);
  }

  function names(source: string): boolean {
    return Object.keys(moved).some((name) => source.includes(name));
  }

  function change(file: string, after: string): void {
    const before = changes.get(file)?.before ?? read(file);
    if (after !== before) changes.set(file, { before, after });
  }

  function now(file: string): string {
    return changes.get(file)?.after ?? read(file);
  }

  function note(file: string, line: number, text: string): void {
    remarks.push({ file, line, text });
  }

  function read(file: string): string {
    return readFileSync(file, "utf8");
  }
}
