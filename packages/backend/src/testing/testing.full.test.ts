import { expect, it } from "vitest";
import { startBackend } from "./index.ts";

it("a test backend reports what is wrong with a project", async () => {
  const wrong = startBackend({ files: { "config.toml": "[auth]\nsite_url = 3" } });
  await expect(wrong).rejects.toThrow("config.toml:2: auth.site_url");
});
