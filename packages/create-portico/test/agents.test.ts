import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../backend/src/commands/all-commands.ts";
import { templates } from "../src/templates.ts";

const examples = join(import.meta.dirname, "../../../examples");

describe.each(templates)("AGENTS.md of the template $name", ({ name }) => {
  const exampleFolder = join(examples, name);
  const page = readFileSync(join(exampleFolder, "AGENTS.md"), "utf8");
  /** The page's code spans. */
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);

  test(`AGENTS.md of ${name} is short enough to be read at the start of each task`, () => {
    expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
  });

  test(`AGENTS.md of ${name} names only scripts of its package.json`, () => {
    const { scripts } = JSON.parse(readFileSync(join(exampleFolder, "package.json"), "utf8"));
    const scriptNames = spans.flatMap(
      (span) => /^npm (?:run )?(dev|backend|build|start)$/.exec(span)?.[1] ?? [],
    );
    expect(scriptNames).toEqual(expect.arrayContaining(Object.keys(scripts)));
    const runScripts = spans.flatMap((span) => /^npm run ([\w:-]+)/.exec(span)?.[1] ?? []);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(runScripts));
  });

  test(`AGENTS.md of ${name} names only commands and options that portico has`, () => {
    const commandLines = spans.flatMap((span) => /^npx portico (?!--)(.+)/.exec(span)?.[1] ?? []);
    expect(commandLines.length).toBeGreaterThan(3);
    for (const text of commandLines) {
      const command = commands.find(({ name }) => `${text} `.startsWith(`${name} `));
      expect(command, text).toBeDefined();
      const options = [...text.matchAll(/--([\w-]+)/g)].map(([, option = ""]) => option);
      expect(Object.keys(command?.options ?? {})).toEqual(expect.arrayContaining(options));
    }
  });

  test(`AGENTS.md of ${name} names only files that the template has`, () => {
    const files = spans.filter((span) =>
      /^(app|src|lib|supabase)\/[\w./-]+$|^[\w.]+\.ts$/.test(span),
    );
    expect(files.length).toBeGreaterThan(5);
    const missingFiles = files.filter(
      (file) =>
        !existsSync(join(exampleFolder, file)) && !existsSync(join(examples, "shared", file)),
    );
    expect(missingFiles).toEqual([]);
  });
});
