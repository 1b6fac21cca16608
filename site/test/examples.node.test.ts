/**
 * Tests each example on the site: code must compile, commands must exist, and data must parse.
 * react/test/docs/examples.node.test.ts runs the examples on the kit's pages, and tests beside the wires send the HTTP
 * examples; this file tests the rest.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { parse as parseToml } from "smol-toml";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { commands } from "../../packages/backend/src/commands/all-commands.ts";
import { readDocuments, repositoryFolder } from "../src/documents/documents.ts";

interface Block {
  readonly file: string;
  /** The position among the code blocks of the file, from 1. */
  readonly number: number;
  readonly language: string;
  readonly code: string;
}

const documents = readDocuments().flatMap(({ file, body }): Block[] => blocksOf(file, body));
const blocks = [...documents, ...blocksOfFront()];

function blocksOf(file: string, text: string): Block[] {
  const matches = text.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm);
  return [...matches].map(([, indent = "", language = "", code = ""], index) => ({
    file,
    number: index + 1,
    language,
    code: code.replaceAll(`\n${indent}`, "\n").slice(indent.length),
  }));
}

/** Returns the front page's examples: the `code` attributes of its components, and one file. */
function blocksOfFront(): Block[] {
  const file = "site/src/content/docs/index.mdx";
  const text = readFileSync(join(repositoryFolder, file), "utf8");
  const codeElements = [...text.matchAll(/<Code lang="(\w+)" [^>]*?code=\{`([^`]*)`\}/g)].map(
    ([, language = "", code = ""], index) => ({
      file,
      number: index + 1,
      language,
      code: code.replaceAll("\\n", "\n"),
    }),
  );
  const example = readFileSync(join(repositoryFolder, "site/src/home/app.example.tsx"), "utf8");
  return [...codeElements, { file, number: 0, language: "tsx", code: example }];
}

const withNames = (list: readonly Block[]) =>
  list.map((block) => ({ ...block, name: `${block.file}, ${block.number}` }));
const blocksInLanguage = (...languages: string[]) =>
  withNames(blocks.filter(({ language }) => languages.includes(language)));

/** Where the examples of each language are tested. A block in any other language fails. */
const testByLanguage: Readonly<Record<string, string>> = {
  ts: "here",
  tsx: "here",
  js: "here",
  sh: "here",
  toml: "here",
  json: "here",
  sql: "here",
  yaml: "here",
  mjs: "kit",
  cjs: "kit",
  css: "kit",
  http: "wire",
  // Diagrams and message templates are only shown, never run.
  mermaid: "shown",
  html: "shown",
  "": "shown",
};
/** Returns whether a block is only an opening tag for illustration: `<Provider …>`. */
const isFragment = ({ code }: Block) => /^<\w+[^>]*[^/]>\s*$/m.test(code) && !/<\//.test(code);
const isOfKit = ({ file }: { file: string }) => file.startsWith("packages/react/");
const wires = ["docs/auth-wire.md", "docs/rest-api.md", "docs/storage-wire.md"];

test("there is a test for each block's language", () => {
  expect(blocks.length).toBeGreaterThan(400);
  const testFileByKind: Readonly<Record<string, (block: Block) => boolean>> = {
    kit: isOfKit,
    wire: ({ file }) => wires.includes(file),
  };
  const untested = withNames(blocks).filter((block) => {
    const kind = testByLanguage[block.language];
    return kind === undefined || testFileByKind[kind]?.(block) === false;
  });
  expect(untested.map(({ name, language }) => `${name}: ${language}`)).toEqual([]);
});

describe("TypeScript and JavaScript", () => {
  const { home } = inject("packed");
  const folder = join(home, "site");
  const ownBlocks = blocksInLanguage("ts", "tsx", "js").filter(
    (block) => !isOfKit(block) && !isFragment(block),
  );
  const fileOf = ({ file, number, language }: Block) =>
    `${file.replace(/\W/g, "-")}-${number}.${language === "js" ? "mts" : language}`;

  test("TypeScript and JavaScript examples compile against the packages", () => {
    mkdirSync(folder, { recursive: true });
    const modules = join(folder, "node_modules");
    for (const name of [
      "@portico/backend",
      "vitest",
      "@playwright/test",
      "@types/node",
      "@aws-sdk/client-s3",
      "react-router",
      "vite",
    ]) {
      mkdirSync(join(modules, name, ".."), { recursive: true });
      symlinkSync(join(repositoryFolder, "node_modules", name), join(modules, name), "dir");
    }
    for (const block of ownBlocks) writeFileSync(join(folder, fileOf(block)), completeBlock(block));
    writeFileSync(join(folder, "supabase.ts"), client);
    writeFileSync(join(folder, "deno.d.ts"), deno);
    const compilerOptions = {
      target: "es2024",
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "react-jsx",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      types: ["node"],
      customConditions: ["portico-source"],
      resolveJsonModule: true,
      noPropertyAccessFromIndexSignature: true,
      noUncheckedIndexedAccess: true,

      lib: ["es2024", "dom", "dom.iterable", "esnext.disposable"],
      exactOptionalPropertyTypes: true,
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["*"] }),
    );
    const { stdout } = spawnSync(
      process.execPath,
      [join(repositoryFolder, "node_modules/typescript/bin/tsc"), "--pretty", "false"],
      { cwd: folder, encoding: "utf8" },
    );
    expect(ownBlocks.length).toBeGreaterThan(8);
    expect(stdout).toBe("");
  });

  const client = `import { createClient } from "@supabase/supabase-js";
    export const supabase = createClient("https://your-project.supabase.co", "a key");`;
  /** The part of Deno's API that the examples use, and the application's own modules. */
  const deno = `declare module "@/*";
    declare const Deno: {
    serve(handler: (request: Request) => Response | Promise<Response>): void };`;

  /** Adds the import of the client that an earlier block on the page has created. */
  function completeBlock({ code, language }: Block): string {
    const usesClient = /\bsupabase\./.test(code) && !/\b(const|import \{) supabase\b/.test(code);
    const importLine = usesClient ? `import { supabase } from "./supabase.ts";\n` : "";
    // Add types that JavaScript cannot express, such as that a query parameter is not null.
    const text =
      language === "js"
        ? code
            .replace(/(searchParams|URLSearchParams\([^)]*\))\.get\("\w+"\)/g, "$&!")
            .replace(/\{ data: question \} =/, "{ data: question }: { data: any } =")
        : code;
    return `${importLine}${text}\nexport {};\n`;
  }
});

describe("commands", () => {
  test.each(blocksInLanguage("sh"))("$name can be parsed by a shell", ({ code }) => {
    const { stderr } = spawnSync("bash", ["-n"], {
      input: code.replace(/…|<\w+>/g, "x"),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
  });

  /** Returns the flags of the command that `commandText`, the words after `portico`, names in the table of commands. */
  const flagsOf = (commandText: string): readonly string[] | undefined => {
    const [command] = commands
      .filter(({ name }) => `${commandText} `.startsWith(`${name} `))
      .sort((item, other) => other.name.length - item.name.length);
    return command && [...Object.keys(command.options).map((name) => `--${name}`), "--help"];
  };

  test.each(blocksInLanguage("sh"))("$name contains existing commands and flags", ({ code }) => {
    const lines = code
      .replaceAll("\\\n", " ")
      .split("\n")
      .map((line) => line.replace(/(^|\s)#.*$/, ""));
    const manifest = JSON.parse(readFileSync(join(repositoryFolder, "package.json"), "utf8"));
    for (const line of lines) {
      const [, commandText] =
        /(?:^|\s)(?:(?<!create )portico|@portico\/backend|packages\/backend\/src\/cli\.ts) (\w.*)$/.exec(
          line,
        ) ?? [];
      // Skip lines for Docker, in which `portico` is the name of an image.
      if (commandText && !/^docker /.test(line)) {
        const flags = flagsOf(commandText);
        expect(flags, line).toBeDefined();
        const [ownPart = ""] = commandText.split(/ -- |[|>;&]/);
        for (const flag of ownPart.match(/--[\w-]+/g) ?? []) expect(flags, line).toContain(flag);
      }
      const [, script] = /^npm (?:run )?(start|test|[\w:-]+)\b/.exec(line) ?? [];
      const npmCommands = ["install", "ci", "pack", "start", "test", "create", "init"];
      if (script && !npmCommands.includes(script) && !/ (-w|--workspace) /.test(line))
        expect(Object.keys(manifest.scripts), line).toContain(script);
      const [, file] = /\bnode ((?:scripts|bench|packages)\/[\w./-]+)/.exec(line) ?? [];
      if (file) expect(() => readFileSync(join(repositoryFolder, file))).not.toThrow();
    }
  });
});

test.each(blocksInLanguage("toml"))("$name is TOML", ({ code }) => {
  expect(Object.keys(parseToml(code)).length).toBeGreaterThan(0);
});

test.each(blocksInLanguage("json"))("$name is JSON", ({ code }) => {
  expect(() => JSON.parse(code)).not.toThrow();
});

test.each(blocksInLanguage("yaml"))("$name is YAML with existing metrics", ({ code, file }) => {
  expect(parseYaml(code)).toBeTypeOf("object");
  const page = readFileSync(join(repositoryFolder, file), "utf8");
  for (const metric of code.match(/\bportico_\w+/g) ?? [])
    expect(page).toMatch(new RegExp(`^\\| \`${metric.replace(/_(count|bucket|sum)$/, "")}`, "m"));
});

describe("SQL", () => {
  let database: PGlite;
  beforeAll(async () => {
    database = await PGlite.create();
  });
  afterAll(() => database.close());

  // PL/pgSQL parses the statements of a function when it is created, but looks up no names.
  const parse = (code: string) => {
    const statements = code.replace(/^(begin|commit);$/gm, "");
    return database.exec(
      `create or replace function example() returns trigger language plpgsql as $example$\nbegin\n${statements}\nend $example$`,
    );
  };

  test.each(blocksInLanguage("sql"))("$name is SQL", async ({ code }) => {
    await parse(code);
  });

  test("invalid SQL is detected", async () => {
    await expect(parse("select from where;")).rejects.toThrow(/syntax error/);
  });
});
