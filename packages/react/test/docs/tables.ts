import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "@babel/parser";
import { ThemeMinimal, ThemeSupa } from "../../src/theme/built-in-themes.ts";
import { customProperties } from "../../src/theme/custom-properties.ts";

/** Returns one of the documentation's tables, in Markdown. */
export function renderTable(name: string): string {
  const [kind, target = ""] = name.split(":");
  switch (kind) {
    case "props":
    case "own-props": {
      const [file = "", type = ""] = target.split("#");
      return table(
        ["Prop", "Type", "What it does"],
        members(file, type, kind === "own-props").map(({ name, type, text, optional }) => [
          `\`${name}\`${optional ? "" : " (required)"}`,
          `\`${type}\``,
          text,
        ]),
      );
    }
    case "values":
    case "own": {
      const [file = "", type = ""] = target.split("#");
      return table(
        ["Value", "Type", "What it is"],
        members(file, type, kind === "own").map(({ name, type, text }) => [
          `\`${name}\``,
          `\`${type}\``,
          text,
        ]),
      );
    }
    case "custom-properties":
      return customPropertyTable();
    case "locales":
      return localeTable();
    default:
      throw new Error(`There is no table ${name}.`);
  }
}

interface Member {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly optional: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** Returns an interface's members, including those that it inherits, with their doc comments. */
function members(file: string, interfaceName: string, ownOnly = false): Member[] {
  const source = read(file);
  const node = declaration(source, interfaceName);
  if (!node) throw new Error(`${file} has no interface ${interfaceName}.`);
  const extended = nodes(node["extends"]).flatMap((item) => {
    const parent = slice(source, item["expression"] ?? item["id"]).trim();
    const parentFile = declaration(source, parent) ? file : fileOfImport(file, source, parent);
    return parentFile ? members(parentFile, parent) : [];
  });
  const ownMembers = nodes(Reflect.get(Object(node["body"]), "body")).flatMap(
    (member): Member[] => {
      if (!/^TS(PropertySignature|MethodSignature)$/.test(member.type)) return [];
      const name = slice(source, member["key"]);
      const comments = nodes(member["leadingComments"]).map((item) => String(item["value"]));
      const text = (comments.at(-1) ?? "")
        .replace(/^\s*\*+ ?/gm, "")
        .replace(/\{@link (?:\w+\.)?(\w+)\}/g, "`$1`")
        .replace(/\s+/g, " ")
        .trim();
      const optional = member["optional"] === true;
      return [{ name, type: typeOf(source, member), text, optional }];
    },
  );
  const names = new Set(ownMembers.map(({ name }) => name));
  if (ownOnly) return ownMembers;
  const inherited = new Map(extended.map((member) => [member.name, member]));
  return [...[...inherited.values()].filter(({ name }) => !names.has(name)), ...ownMembers];
}

/** Returns the path of the module from which a file imports a name. */
function fileOfImport(file: string, source: string, name: string): string | undefined {
  const imports = source.matchAll(/import (?:type )?\{([^}]*)\} from "(\.[^"]+)";/g);
  for (const [, names = "", specifier = ""] of imports)
    if (names.split(",").some((item) => item.trim().replace(/^type /, "") === name))
      return join(dirname(file), specifier);
  return undefined;
}

function typeOf(source: string, member: Node): string {
  const code =
    member.type === "TSMethodSignature"
      ? slice(source, member)
          .replace(/^\w+\??/, "")
          .replace(/;$/, "")
          .replace(/\): ?/, ") => ")
      : slice(source, member["typeAnnotation"]).replace(/^:\s*/, "");
  return code
    .replace(/\/\*\*[\s\S]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/\|/g, "\\|")
    .trim();
}

function declaration(source: string, name: string): Node | undefined {
  const { program } = parse(source, { sourceType: "module", plugins: ["typescript", "jsx"] });
  for (const statement of nodes(program.body)) {
    for (const item of [statement, Object(statement["declaration"])])
      if (item.type === "TSInterfaceDeclaration" && Reflect.get(Object(item.id), "name") === name)
        return item;
  }
  return undefined;
}

function customPropertyTable(): string {
  const descriptions = documentedDescriptions();
  const sheet = read("src/theme/styles.css");
  const block = (selector: string) => {
    const [, body = ""] = sheet.split(`${selector} {\n`);
    const values = body.slice(0, body.indexOf("}")).matchAll(/(--[\w-]+):\s+([^;]+);/g);
    return new Map([...values].map(([, name = "", value = ""]) => [name, value]));
  };
  const dark = block('.portico-card:has(> [data-portico-theme="dark"])');
  const themes = [ThemeSupa.default, ThemeSupa.dark, ThemeMinimal.default].map(
    (variables) => new Map(customProperties(variables)),
  );
  const names = new Map<string, string>();
  for (const group of Object.values<Record<string, string>>({ ...ThemeSupa.default }))
    for (const variable of Object.keys(group))
      names.set(customProperties({ colors: { [variable]: "x" } })[0]?.[0] ?? "", variable);
  const code = (text: string | undefined) => (text ? `\`${text}\`` : "");
  const rows = [...block(".portico,\n  .portico-card")]
    .filter(([property]) => names.has(property))
    .map(([property, value]) => {
      const variable = names.get(property) ?? "";
      return [
        `\`${property}\``,
        `\`${variable}\``,
        code(value),
        code(dark.get(property)),
        ...themes.map((theme) => code(theme.get(property))),
        descriptions.get(variable) ?? "",
      ];
    });
  return table(
    [
      "Custom property",
      "Variable",
      "Default",
      "In the dark",
      "ThemeSupa",
      "In the dark",
      "ThemeMinimal",
      "What it is for",
    ],
    rows,
  );
}

/** Returns the variables' descriptions in theming.md, because the table keeps the text of its last column. */
function documentedDescriptions(): Map<string, string> {
  const text = read("docs/theming.md");
  return new Map(
    [...text.matchAll(/^\| `--portico-[^|]*\| `(\w+)`.*\| ([^|]*) \|$/gm)].map(
      ([, variable = "", description = ""]) => [variable, description.trim()],
    ),
  );
}

function localeTable(): string {
  const folder = new URL("../../src/i18n/locales/", import.meta.url);
  const display = new Intl.DisplayNames("en", { type: "language" });
  const rows = readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => {
      const source = readFileSync(new URL(file, folder), "utf8");
      const lang = /lang: "([^"]+)"/.exec(source)?.[1] ?? "";
      const dir = /dir: "(\w+)"/.exec(source)?.[1] === "rtl" ? "right to left" : "left to right";
      const name = file.replace(".ts", "");
      const formal = name.endsWith("-formal") ? ", formal" : "";
      return [
        `${display.of(lang)}${formal}`,
        `\`@portico/react/locales/${name}\``,
        `\`${lang}\``,
        dir,
      ];
    });
  return table(["Language", "Module", "`lang`", "Written"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function read(file: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value : [];
}

function slice(source: string, node: unknown): string {
  const { start, end } = { start: 0, end: 0, ...Object(node) };
  return source.slice(start, end);
}
