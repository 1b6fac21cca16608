import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../..", import.meta.url));
/** The repository's `node_modules`. */
export const modules = join(source, "../../node_modules");

/** The package, packed and installed in a separate folder. */
export interface Packed {
  /** The folder with `node_modules`. */
  readonly home: string;
  /** The folder of the installed package. */
  readonly installed: string;
  readonly archive: Buffer;
  readonly manifest: Manifest;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Builds, packs and installs the package, with only its declared dependencies. */
export async function pack(): Promise<Packed> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "portico-packed-")));
  const stage = join(home, "stage");
  for (const file of ["package.json", "README.md", "CHANGELOG.md", "LICENSE", "llms.txt", "src"]) {
    await cp(join(source, file), join(stage, file), { recursive: true });
  }
  const builder = join(modules, "tsdown/dist/run.mjs");
  run(
    process.execPath,
    [builder, "--log-level", "error", "--out-dir", join(stage, "dist")],
    source,
  );
  run("npm", ["pack", "--silent", "--ignore-scripts"], stage);
  const archive = join(stage, (await readdir(stage)).find((name) => name.endsWith(".tgz")) ?? "");

  const installed = join(home, "node_modules/@portico/backend");
  await mkdir(installed, { recursive: true });
  run("tar", ["-xzf", archive, "--strip-components=1", "-C", installed], home);
  const manifest: Manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  for (const name of Object.keys(manifest.dependencies)) {
    const target = join(home, "node_modules", name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(join(modules, name), target);
  }
  return { home, installed, archive: await readFile(archive), manifest };
}

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}
