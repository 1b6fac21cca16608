import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

// `npm run build -- --url https://example.com/r [--output ../site/public/r]` builds the registry as static files for
// that address. Blocks refer to each other with the namespace @portico, which users have not configured, so the build
// replaces it with the address.

const registryFolder = import.meta.dirname;
const { values } = parseArgs({
  options: { url: { type: "string" }, output: { type: "string", default: "dist" } },
});
const url = values.url?.replace(/\/$/, "");
if (!url || !URL.canParse(url)) {
  console.error("Pass the URL that will serve the files: --url https://example.com/r");
  process.exit(1);
}

const source = JSON.parse(readFileSync(join(registryFolder, "registry.json"), "utf8"));
for (const item of source.items)
  item.registryDependencies = item.registryDependencies?.map((/** @type {string} */ name) =>
    name.replace(/^@portico\/(.*)/, `${url}/$1.json`),
  );

const output = resolve(registryFolder, values.output);
const resolvedFile = join(registryFolder, ".registry.json");
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
writeFileSync(resolvedFile, JSON.stringify(source, null, 2));
const shadcn = join(registryFolder, "node_modules/shadcn/dist/index.js");
const { status } = spawnSync(
  process.execPath,
  [shadcn, "build", resolvedFile, "--cwd", registryFolder, "--output", output],
  { stdio: ["ignore", "inherit", "inherit"] },
);
rmSync(resolvedFile);
process.exitCode = status ?? 1;
