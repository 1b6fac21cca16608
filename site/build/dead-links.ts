import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

/** Fails the build if a page links to a page, a file or a heading of the site that does not exist. */
export function deadLinkCheck(): AstroIntegration {
  let base = "/";
  return {
    name: "portico-no-dead-links",
    hooks: {
      "astro:config:done": ({ config }) => {
        base = config.base.replace(/\/?$/, "/");
      },
      "astro:build:done": async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const deadLinks = await findDeadLinks(folder, base);
        if (deadLinks.length > 0) throw new Error(`Dead links:\n${deadLinks.join("\n")}`);
        logger.info("The site has no dead links.");
      },
    },
  };
}

/** Returns the dead links within a built site, each with its page. */
export async function findDeadLinks(folder: string, base: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.html$/.test(name));
  const pages = new Map<string, Page>();
  for (const name of names) {
    const path = posix.join(base, name.replaceAll("\\", "/")).replace(/index\.html$/, "");
    pages.set(path, pageOf(await readFile(join(folder, name), "utf8")));
  }
  const deadLinks: string[] = [];
  for (const [path, { links }] of pages)
    for (const link of links) {
      const target = new URL(link, `http://site${path}`);
      if (target.host !== "site") continue;
      const page = pages.get(target.pathname);
      const file = join(folder, decodeURIComponent(target.pathname.slice(base.length)));
      const exists = page
        ? target.hash === "" || page.ids.has(decodeURIComponent(target.hash.slice(1)))
        : target.pathname.startsWith(base) && !target.pathname.endsWith("/") && existsSync(file);
      // These links select a view of the form, so they need no element with that id.
      if (!exists && !target.hash.startsWith("#auth-")) deadLinks.push(`${path}: ${link}`);
    }
  return deadLinks;
}

interface Page {
  readonly links: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

function pageOf(html: string): Page {
  const attribute = (name: string) =>
    new Set(
      [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, text = ""]) =>
        text.replaceAll("&amp;", "&").replaceAll("&#38;", "&"),
      ),
    );
  return { links: new Set([...attribute("href"), ...attribute("src")]), ids: attribute("id") };
}
