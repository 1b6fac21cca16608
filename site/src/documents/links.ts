import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/** The addresses that links of documents lead to. */
export interface LinkOptions {
  /** The folder of the repository, in which linked files have to exist. */
  readonly folder: string;
  /** The prefix of each page's path: `/`, or the path below which the site is served. */
  readonly base: string;
  /** The address of the repository, if known: `https://github.com/acme/portico`. */
  readonly source?: string | undefined;
}

/**
 * Rewrites links between files into links between pages. A link to a file without a page leads to the repository; if
 * its address is unknown, only the text of the link stays. Images keep their paths, which the generator reads.
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
      // GitHub's own pages of the repository, such as `../../security/advisories/new`.
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
  // The text of a link may be code: [`x`](y). Such pieces are joined before the transformation.
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
