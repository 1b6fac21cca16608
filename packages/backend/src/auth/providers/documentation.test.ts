/** Compares docs/social-login.md with the providers, the configuration and the sandbox. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { projectFolder } from "../../../test/project-folder.ts";
import { onDisk } from "../../config/disk.ts";
import { loadConfig } from "../../config/load.ts";
import { withOrigin } from "../../config/sections/schema.ts";
import { providerFor } from "./provider-config.ts";
import { providerNames, providers } from "./providers.ts";
import { failures } from "./sandbox/failures.ts";

const page = await readFile(
  new URL("../../../../../docs/social-login.md", import.meta.url),
  "utf8",
);
const origin = "http://localhost:3000";

const sections = page
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ text, name: /^.* \(`(\w+)`\)$/m.exec(text)?.[1] ?? text }));

it("the page has a section for each provider, in the table's order", () => {
  expect(sections.map(({ name }) => name)).toEqual(providerNames);
});

it("the page names each failure of the sandbox as the sandbox's page does", () => {
  const { none: _, ...documentedFailures } = failures;
  for (const label of Object.values(documentedFailures)) expect(page).toContain(`| ${label} |`);
});

it("the page names the providers that accept no further scopes", () => {
  const providersWithFixedScopes = Object.values(providers).filter(
    ({ allowsExtraScopes }) => !allowsExtraScopes,
  );
  const titles = providersWithFixedScopes.map(({ title }) => title);
  const lastTitle = titles.pop();
  expect(page).toContain(`${titles.join(", ")} and ${lastTitle} take no others.`);
});

describe.each(sections)("$name", ({ name, text }) => {
  it("the provider's section has at most five steps", () => {
    expect(text.match(/^\d[.] /gm)?.length).toBeLessThanOrEqual(5);
  });

  it("the provider's section shows configuration lines that are valid and sufficient", async () => {
    const toml = /^```toml\n(.*?)^```$/ms.exec(text)?.[1] ?? "";
    const variables = [...toml.matchAll(/env\((\w+)\)/g)].map(([, variable = ""]) => variable);
    expect(variables).toHaveLength(2);
    const { config, warnings } = await loadConfig({
      folder: onDisk(await projectFolder({ "supabase/config.toml": toml })),
      env: Object.fromEntries(variables.map((variable) => [variable, "value"])),
    });
    expect(warnings).toEqual([]);
    const { external } = withOrigin(config, origin).auth;
    expect(Object.keys(external)).toEqual([name]);
    expect(providerFor(name, external[name])).toMatchObject({
      sandbox: false,
      clientId: "value",
      clientSecret: "value",
    });
  });

  it("the provider's section lists the requested scopes", () => {
    const { scopes } = providerFor(name, { enabled: true }, { sandboxOrigin: origin }).description;
    for (const scope of scopes) expect(text).toContain(`\`${scope.split("/").at(-1)}\``);
  });
});
