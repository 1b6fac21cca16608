import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const source = join(import.meta.dirname, "../../../docs");

/** Copies the documentation of the repository into the package, where people and agents read it without a network. */
export async function copyDocs(target: string): Promise<void> {
  const names = (await readdir(source)).filter((name) => name.endsWith(".md"));
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const name of names) {
    const page = await readFile(join(source, name), "utf8");
    await writeFile(join(target, name), withoutLinksOutside(page, names));
  }
}

/** Keeps the text of links to files of the repository that the package lacks. */
function withoutLinksOutside(page: string, names: readonly string[]): string {
  return page.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, image, text, target: string) => {
    const [file = ""] = target.split("#");
    const isKept = file === "" || /^[a-z]+:/i.test(target) || names.includes(file);
    if (isKept) return link;
    return image ? "" : text;
  });
}
