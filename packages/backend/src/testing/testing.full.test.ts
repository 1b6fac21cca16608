import { expect, it } from "vitest";
import { startBackend } from "./index.ts";

it("startBackend throws the error in a project's configuration", async () => {
  const invalidProject = startBackend({ files: { "config.toml": "[auth]\nsite_url = 3" } });
  await expect(invalidProject).rejects.toThrow("config.toml:2: auth.site_url");
});
