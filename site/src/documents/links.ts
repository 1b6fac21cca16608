import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/** Settings for rewriting a document's links. */
export interface LinkOptions {
  /** The repository's root folder, in which linked files must exist. */
  readonly folder: string;
  /** The prefix of each page's path: `/`, or the path that the site is served under. */
  readonly base: string;
  /** The repository's URL, if known: `https://github.com/acme/portico`. */
  readonly source?: string | undefined;
}

/**
 * Rewrites links between files into links between pages. A link to a file without a page leads to the repository; if
 * the repository's URL is unknown, only the link's text is kept. Images keep their paths, because Astro resolves them
 * itself.
 *
 * @throws {Error} when a document links to a file that does not exist
 */
export function rewriteLinks(
  markdown: string,
  file: string,
  pages: ReadonlyMap<string, string>,
  options: LinkOptions,
): string {
  return outsideCode(markdown, (text) =>
    text.replace(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (link, image, label, target) => {
      if (image || /^(\w+:|#|\/\/)/.test(target)) return link;
      const [path = "", anchor = ""] = target.split(/(?=#)/);
      const targetPath = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, "");
      const page = pages.get(targetPath) ?? pages.get(posix.join(targetPath, "README.md"));
      if (page !== undefined) return `[${label}](${options.base}${page}/${anchor})`;
      // A path above the repository, such as `../../security/advisories/new`, leads to one of GitHub's own pages.
      const githubPath = targetPath.startsWith("..")
        ? targetPath.replace(/^(\.\.\/)+/, "")
        : undefined;
      if (githubPath === undefined && !existsSync(join(options.folder, targetPath)))
        throw new Error(`${file} links to ${target}, which does not exist.`);
      if (!options.source) return label;
      if (githubPath !== undefined) return `[${label}](${options.source}/${githubPath})`;
      const kind = statSync(join(options.folder, targetPath)).isDirectory() ? "tree" : "blob";
      return `[${label}](${options.source}/${kind}/main/${targetPath}${anchor})`;
    }),
  );
}

/** Applies `transform` outside of code blocks and inline code. */
function outsideCode(markdown: string, transform: (text: string) => string): string {
  const code = /(^ *```[\s\S]*?^ *```[^\S\n]*$|(?<!`)`[^`\n]+`(?!`))/m;
  const parts = markdown.split(new RegExp(code, "gm"));
  // A link's text may contain code: [`x`](y). Placeholders replace the code, so that `transform` sees whole links.
  const codePieces: string[] = [];
  const text = parts
    .map((part, index) => {
      if (index % 2 === 0) return part;
      codePieces.push(part);
      return `\ue000${codePieces.length - 1}\ue000`;
    })
    .join("");
  return transform(text).replace(
    /\ue000(\d+)\ue000/g,
    (_, index) => codePieces[Number(index)] ?? "",
  );
}
