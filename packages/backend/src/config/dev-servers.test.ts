import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../../test/project-folder.ts";
import { declareHidden, warnOfExposureByDevServer } from "./dev-servers.ts";

const plugin =
  'import { portico } from "@portico/backend/vite";\nexport default { plugins: [portico()] };';

describe("a data directory", () => {
  test.each([
    ["a Vite root", { "vite.config.ts": "export default {}" }, ".portico"],
    ["a Vite root above the project", { "vite.config.mjs": "" }, "backend/.portico"],
    ["an Astro root", { "astro.config.mjs": "" }, ".portico"],
    ["a Vite root whose plugin is commented out", { "vite.config.js": `// ${plugin}` }, ".portico"],
  ])("in %s is exposed, and the warning names the file", async (_, files, data) => {
    const root = await projectFolder({ ...files, ".git/HEAD": "" });
    const warning = await warnOfExposureByDevServer(join(root, data));
    const [file = ""] = Object.keys(files);
    expect(warning).toContain(`${join(root, file)}: Vite's development server`);
    expect(warning).toContain("portico() of @portico/backend/vite");
  });

  test.each([
    ["of a project without Vite", { "next.config.js": "" }, ".portico"],
    ["beside the plugin", { "vite.config.ts": plugin }, ".portico"],
    ["that Vite denies", { "vite.config.ts": 'deny: ["**/.portico/**"]' }, ".portico"],
    ["outside of the Vite root", { "web/vite.config.ts": "" }, ".portico"],
  ])("%s is not exposed", async (_, files, data) => {
    const root = await projectFolder({ ...files, ".git/HEAD": "" });
    expect(await warnOfExposureByDevServer(join(root, data))).toBeUndefined();
  });

  test("that a plugin of this process hides is not exposed", async () => {
    const root = await projectFolder({ "vite.config.ts": "", ".git/HEAD": "" });
    declareHidden(join(root, ".portico"));
    expect(await warnOfExposureByDevServer(join(root, ".portico"))).toBeUndefined();
  });
});
