/** Compares docs/auth-wire.md with the wire: sends its examples, and finds omissions. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authFixture } from "../../test/auth/auth-fixture.ts";
import { presetValues, startDocumentedServer } from "../../test/servers/documented-server.ts";
import {
  compareExample,
  escapeRegExp,
  examplesOf,
  type Values,
} from "../../test/servers/documented-wire.ts";
import { formatPath, isTable, type Path, parseDocument } from "../config/document.ts";
import type { RunningServer } from "../server/server.ts";

const page = await readFile(new URL("../../../../docs/auth-wire.md", import.meta.url), "utf8");
const examples = examplesOf(page);
let endpoints: readonly { readonly method: string; readonly path: string }[];

describe("the examples, in the order of the page", () => {
  let project: string;
  let server: RunningServer;
  let values: Values;
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "portico-documented-"));
    await mkdir(join(project, "supabase"));
    const [, toml = ""] = /^```toml\n(.*?)^```$/ms.exec(page) ?? [];
    await writeFile(join(project, "supabase/config.toml"), toml);
    server = await startDocumentedServer(project);
    values = presetValues(server);
    endpoints = (await authFixture(server.database)).app.routes;
  });
  afterAll(async () => {
    await server.close();
    await rm(project, { recursive: true, force: true });
  });

  it("the page's examples start with a configuration that loads without warnings", () => {
    expect(server.warnings).toEqual([]);
  });

  it.each(examples)("$title", async (example) => {
    expect(await compareExample(example, server.origin, values)).toEqual([]);
  });
});

it("the page has an example of every endpoint", () => {
  // Routes of disabled features match every method and path, so the page does not list them one by one.
  const routes = endpoints.filter(({ method, path }) => method !== "ALL" && !path.includes("*"));
  const documentedRequests = examples.map(({ request: { method, path } }) => {
    const [pathname = ""] = path.replace(/^\{.*link\}$/, "/auth/v1/verify").split("?");
    return `${method} ${pathname}`;
  });
  const missingRoutes = routes.filter(({ method, path }) => {
    const pattern = path
      .split("/")
      .map((part) => (part.startsWith(":") ? "[^/]+" : escapeRegExp(part)));
    const example = new RegExp(`^${method} /auth/v1${pattern.join("/")}$`);
    return !documentedRequests.some((title) => example.test(title));
  });
  expect(missingRoutes.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

describe("the table of [auth]", () => {
  const [, effects = "", reasons = ""] =
    /^## Configuration$(.*?)^These do not(.*?)^## /ms.exec(page) ?? [];
  const supportedKeys = keysIn(effects);
  const ignoredKeys = keysIn(reasons);

  it("the page lists exactly the keys of [auth]", async () => {
    const toml = await readFile(new URL("../config/every-key.toml", import.meta.url), "utf8");
    const documentedKeys = new Set(leafPaths(parseDocument(toml)["auth"]).map(patternOf));
    expect([...supportedKeys, ...ignoredKeys].sort()).toEqual([...documentedKeys].sort());
  });

  it("the page lists exactly the keys of [auth] in the Supabase CLI", async () => {
    // The file lists the tags of the CLI's Go structs (`apps/cli-go/pkg/config`) as of June 2026, and the keys of the
    // JSON schema in @supabase/config 0.9.
    const cliKeyList = await readFile(new URL("../config/cli-keys.txt", import.meta.url), "utf8");
    const cliKeys = cliKeyList
      .split("\n")
      .filter((key) => key.startsWith("auth."))
      .map((key) => key.slice("auth.".length).replace(/^hook\.\w+/, "hook.*"))
      // Both the CLI and Portico refuse `content`, because a template's content is in its own file.
      .filter((key) => !/^email\.\w+\.\*\.content$/.test(key));
    const pageKeys = new Set([...supportedKeys, ...ignoredKeys]);
    expect(cliKeys.filter((key) => !pageKeys.has(key))).toEqual([]);
    expect([...pageKeys].filter((key) => !cliKeys.includes(key))).toEqual([]);
  });

  it("the page lists a key as supported only if code reads it", async () => {
    const source = await readSource(new URL("..", import.meta.url));
    const unreadKeys = supportedKeys.filter((key) => {
      const name = key.split(".").findLast((part) => part !== "*") ?? "";
      return !new RegExp(`(\\.|\\?\\.|[{,(] ?|"|^\\s*)${name}\\b`, "m").test(source);
    });
    expect(unreadKeys).toEqual([]);
  });
});

it("the page lists every error code of the reference that the wire never returns", async () => {
  const codeList = await readFile(
    new URL("../../test/reference-codes.txt", import.meta.url),
    "utf8",
  );
  // The union type only declares the codes, so remove it; a code counts only where it is used.
  const source = (await readSource(new URL(".", import.meta.url))).replaceAll(
    /^ {2}\| "\w+";?$/gm,
    "",
  );
  const [, section = ""] = /^## Codes that are never returned$(.*?)^## /ms.exec(page) ?? [];
  const missingCodes = codeList
    .split("\n")
    .filter((code) => code !== "" && !source.includes(`"${code}"`))
    // The source assembles these codes from parts.
    .filter((code) => !/^mfa_webauthn_(enroll|verify)_not_enabled$/.test(code));
  expect(keysIn(section).sort()).toEqual(missingCodes.sort());
});

/** Returns the keys in a table's first column. Environment variables are left out, because they are in capitals. */
function keysIn(table: string): string[] {
  const rows = [...table.matchAll(/^\| (`.*?`) \|/gm)].map(([, cell = ""]) => cell);
  return rows.flatMap((cell) => [...cell.matchAll(/`([a-z].*?)`/g)].map(([, key = ""]) => key));
}

function leafPaths(value: unknown, path: Path = []): Path[] {
  if (!isTable(value)) return [path];
  return Object.entries(value).flatMap(([key, child]) => leafPaths(child, [...path, key]));
}

/** Returns a key as the page writes it, with a star for names that a project chooses and for positions in lists. */
function patternOf(path: Path): string {
  const text = formatPath(path);
  const sections = ["external", "hook", "email.template", "email.notification", "sms.test_otp"];
  const section = sections.find((name) => text.startsWith(`${name}.`));
  if (section === undefined) return text;
  const [, ...remaining] = path.slice(section.split(".").length);
  return [section, "*", ...remaining].join(".");
}

/** Returns all code except tests and the declarations of the keys. */
async function readSource(folder: URL): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.endsWith(".test.ts") &&
      !/^config\/(auth|email|hooks|mfa|schema|sms|third-party)\.ts$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
  return texts.join("\n");
}
