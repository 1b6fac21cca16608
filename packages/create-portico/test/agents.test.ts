import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../backend/src/commands/all-commands.ts";
import { templates } from "../src/templates.ts";

const examples = join(import.meta.dirname, "../../../examples");

describe.each(templates)("AGENTS.md of the template $name", ({ name }) => {
  const exampleFolder = join(examples, name);
  const page = readFileSync(join(exampleFolder, "AGENTS.md"), "utf8");
  /** The texts in backquotes. */
  const spans = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);

  test(`AGENTS.md of ${name} is short enough to be read at the start of each task`, () => {
    expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
  });

  test(`AGENTS.md of ${name} names only scripts of its package.json`, () => {
    const { scripts } = JSON.parse(readFileSync(join(exampleFolder, "package.json"), "utf8"));
    const named = spans.flatMap(
      (span) => /^npm (?:run )?(dev|backend|build|start)$/.exec(span)?.[1] ?? [],
    );
    expect(named).toEqual(expect.arrayContaining(Object.keys(scripts)));
    const run = spans.flatMap((span) => /^npm run ([\w:-]+)/.exec(span)?.[1] ?? []);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(run));
  });

  test(`AGENTS.md of ${name} names only commands and options that portico has`, () => {
    const named = spans.flatMap((span) => /^npx portico (?!--)(.+)/.exec(span)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(3);
    for (const text of named) {
      const command = commands.find((one) => `${text} `.startsWith(`${one.name} `));
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
    const missing = files.filter(
      (file) =>
        !existsSync(join(exampleFolder, file)) && !existsSync(join(examples, "shared", file)),
    );
    expect(missing).toEqual([]);
  });
});
