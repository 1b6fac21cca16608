import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates a project folder with these files, by path. It is removed when the current test ends. */
export async function projectFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const { path, remove } = await temporaryFolder(files);
  onTestFinished(remove);
  return path;
}

/** Creates a project folder that the caller removes. */
export async function temporaryFolder(
  files: Readonly<Record<string, string>>,
  parent = tmpdir(),
): Promise<{
  readonly path: string;
  remove(): Promise<void>;
}> {
  const directory = await mkdtemp(join(parent, "portico-project-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return { path: directory, remove: () => rm(directory, { recursive: true, force: true }) };
}
