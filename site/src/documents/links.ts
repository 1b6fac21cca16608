import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/** Where the pages and the sources are to be found. */
export interface Place {
  /** The folder of the repository on this machine, in which linked files have to be. */
  readonly folder: string;
  /** The beginning of each page's address: `/`, or the path that the site is served below. */
  readonly base: string;
  /** The address of the repository, where it is known: `https://github.com/acme/portico`. */
  readonly source?: string | undefined;
}

/**
 * Makes links between files links between pages. A link to a file that is no page leads to the
 * repository; where nobody knows its address, the words of the link stay, without the link. Images
 * keep their paths, which the generator reads. A link to a file that is not there throws.
 */
export function rewriteLinks(
  markdown: string,
  file: string,
  pages: ReadonlyMap<string, string>,
  place: Place,
): string {
  return outsideCode(markdown, (text) =>
    text.replace(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (link, image, words, target) => {
      if (image || /^(\w+:|#|\/\/)/.test(target)) return link;
      const [path = "", anchor = ""] = target.split(/(?=#)/);
      const to = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, "");
      const page = pages.get(to) ?? pages.get(posix.join(to, "README.md"));
      if (page !== undefined) return `[${words}](${place.base}${page}/${anchor})`;
      // GitHub's own pages of the repository, such as `../../security/advisories/new`.
      const own = to.startsWith("..") ? to.replace(/^(\.\.\/)+/, "") : undefined;
      if (own === undefined && !existsSync(join(place.folder, to)))
        throw new Error(`${file} links to ${target}, which is not there.`);
      if (!place.source) return words;
      if (own !== undefined) return `[${words}](${place.source}/${own})`;
      const kind = statSync(join(place.folder, to)).isDirectory() ? "tree" : "blob";
      return `[${words}](${place.source}/${kind}/main/${to}${anchor})`;
    }),
  );
}

/** Changes what is no code: neither between fences nor between backticks. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  const code = /(^ *```[\s\S]*?^ *```[^\S\n]*$|(?<!`)`[^`\n]+`(?!`))/m;
  const parts = markdown.split(new RegExp(code, "gm"));
  // A link's words may be code: [`x`](y). Such pieces are put together again before they change.
  const kept: string[] = [];
  const text = parts
    .map((part, index) => {
      if (index % 2 === 0) return part;
      kept.push(part);
      return `\ue000${kept.length - 1}\ue000`;
    })
    .join("");
  return change(text).replace(/\ue000(\d+)\ue000/g, (_, index) => kept[Number(index)] ?? "");
}
