import { expect, test } from "vitest";
import { portico } from "../../test/processes/portico-command.ts";
import { projectFolder } from "../../test/project-folder.ts";

test("portico doctor prints its findings and fails for an error", async () => {
  const folder = await projectFolder({
    "supabase/config.toml": "[auth.external.google]\nenabled = true\nclient_id = 'x'",
  });
  const { code, output } = await portico(["doctor", "--project", folder]).ended;
  expect(output).toMatch(/^✗ google refuses to exchange its code.*\n {2}→ Set secret = /m);
  expect(code).toBe(1);
  const json = await portico(["doctor", "--project", folder, "-o", "json"]).ended;
  expect(JSON.parse(json.output)).toContainEqual({
    severity: "wrong",
    cause: expect.stringContaining("google refuses to exchange its code"),
    fix: expect.stringContaining("Set secret = "),
  });
  expect(json.code).toBe(1);
});

test("portico doctor refuses a page that is not an address", async () => {
  const { output } = await portico(["doctor", "--page", "localhost"]).ended;
  expect(output).toContain('--page must be an http or https URL; got "localhost"');
});
