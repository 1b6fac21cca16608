import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./process/run.mjs";
import { publishedPackages, withRepository } from "./published.mjs";

test.each(publishedPackages())("%s has a description, a changelog and a license", (folder) => {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  expect(manifest).toMatchObject({
    description: expect.stringMatching(/\.$/),
    license: "MIT",
    files: expect.arrayContaining(["CHANGELOG.md"]),
  });
  expect(manifest.keywords.length).toBeGreaterThan(4);
  const changelog = readFileSync(join(root, folder, "CHANGELOG.md"), "utf8");
  expect(changelog).toContain(`# ${manifest.name}\n`);
  expect(changelog).toContain(`## ${manifest.version}\n`);
  expect(existsSync(join(root, folder, "LICENSE"))).toBe(true);
});

test("a published package names the repository that builds it", () => {
  const origin = { repository: "someone/portico", folder: "packages/react" };
  expect(withRepository({ name: "@portico/react" }, origin)).toEqual({
    name: "@portico/react",
    repository: {
      type: "git",
      url: "git+https://github.com/someone/portico.git",
      directory: "packages/react",
    },
    bugs: { url: "https://github.com/someone/portico/issues" },
    homepage: "https://github.com/someone/portico/tree/main/packages/react#readme",
  });
  const funding = "https://example.org/give";
  expect(withRepository({}, { ...origin, funding })).toMatchObject({ funding });
});
