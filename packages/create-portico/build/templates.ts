import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { templates } from "../src/templates.ts";

/*
 * Writes `templates/` from the repository's `examples/`: each template consists of the shared files and its own, and
 * depends on the current versions of this repository's packages. npm would apply a `.gitignore`, so file names begin
 * with an underscore instead of a dot.
 */

const packageFolder = join(import.meta.dirname, "..");
const examples = join(packageFolder, "../../examples");
const sharedFolder = join(examples, "shared");

/** The names of the files that running or building an example creates. */
const generatedNames = readFileSync(join(sharedFolder, ".gitignore"), "utf8")
  .split("\n")
  .map((line) => basename(line.trim()));
const isSource = (path: string) => {
  const name = basename(path);
  return (
    name !== "package-lock.json" &&
    !generatedNames.includes(name) &&
    !/\.(tsbuildinfo|log)$/.test(name)
  );
};

const templatesFolder = join(packageFolder, "templates");
rmSync(templatesFolder, { recursive: true, force: true });
for (const { name } of templates) {
  const template = join(templatesFolder, name);
  // An Expo application has no style sheets.
  const isUsed = (path: string) => name !== "expo" || basename(path) !== "page.css";
  mkdirSync(template, { recursive: true });
  for (const folder of [sharedFolder, join(examples, name)]) {
    cpSync(folder, template, {
      recursive: true,
      filter: (path) => isSource(path) && isUsed(path),
    });
  }
  const manifest = join(template, "package.json");
  writeFileSync(manifest, withOwnVersions(readFileSync(manifest, "utf8")));
  for (const file of readdirSync(template)) {
    if (file.startsWith(".")) {
      renameSync(join(template, file), join(template, file.replace(".", "_")));
    }
  }
}

function withOwnVersions(manifest: string): string {
  return manifest.replace(/"@portico\/(\w+)": "[^"]+"/g, (_, name: string) => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(join(packageFolder, "..", name, "package.json"), "utf8"),
    );
    return `"@portico/${name}": "^${version}"`;
  });
}
