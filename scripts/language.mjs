import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { root } from "./process/run.mjs";

/**
 * Words that names must not contain. Use emit, notify, report, receive, query, publish, current, location, index, key,
 * path, connection, queue or message.
 */
const refusedInNames = new Set(
  "told tell tells telling said says hear hears heard asked asking wished wishes nobody somebody".split(
    " ",
  ),
);

/** Words that are too vague to be a whole name. */
const notAsWholeName = new Set(
  (
    "ask say known shown still after here there together both whole place way given passing wanted lane word " +
    "sentence speech"
  ).split(" "),
);

/**
 * Phrases that comments must not contain, each with what to write instead.
 *
 * @type {readonly (readonly [RegExp, string])[]}
 */
const phrases = [
  [/\bwhat is (?:no|none)\b|\bwhich is no\b|\bthat is none\b/i, 'write "is not a"'],
  [
    /\b(?:is|are|was|were) no (?!longer|more|less|other|lower|higher|earlier|later|different|way\b|need\b)[a-z]+/,
    'write "is not a"',
  ],
  [/\bnobody (?:may|can|is|has|hears|asks|knows|else)\b/i, "name the caller"],
  [/\bwhoever\b|\bin vain\b|\bfor ever\b|\banew\b|\bpast every\b/i, "write plain English"],
  [/\bmeanwhile\b|\blikewise\b|\b(?:is|are|be) had\b|\bgoes on with\b/i, "write plain English"],
  [/(?:^|[.:] )In (?:milli)?(?:seconds|bytes|megabytes)\b[:,]/, "put the unit into the name"],
  [
    /^(?:Undefined|Null|None|True|False|Nothing) (?:for|without|of|with) /,
    'begin with "Returns", or with the subject',
  ],
];

const sources = ["packages", "apps", "scripts", "bench", "e2e", "registry", "examples", "site"];
const isGroup = /^(?:packages|apps)$/;
/** The numbers can only decrease: `node scripts/language.mjs --write` records them after a part is rewritten. */
const allowanceFile = join(root, "scripts/language.json");
/** Skip the templates of create-portico: they are copies, which git ignores. */
const skipped =
  /(?:^|\/)(?:node_modules|dist|build|coverage|\.[^/]*)(?:\/|$)|\.d\.ts$|^packages\/create-portico\/templates\//;

/**
 * Finds names and comments that `CONTRIBUTING.md` does not allow.
 *
 * @param {string} file relative to the repository
 * @param {string} text
 * @returns {string[]} a sentence each
 */
export function languageFaults(file, text) {
  const { program, comments } = parseSync(file, text);
  /** @type {string[]} */
  const faults = [];
  const lineOf = (/** @type {number} */ offset) => text.slice(0, offset).split("\n").length;
  for (const { name, offset } of declaredNames(program)) {
    const words = name.split(/(?=[A-Z])|_|-/).map((part) => part.toLowerCase());
    if (words.some((item) => refusedInNames.has(item)) || notAsWholeName.has(name.toLowerCase())) {
      faults.push(`${file}:${lineOf(offset)}: the name ${name}`);
    }
  }
  const classNames = classesIn(program);
  for (const { value, start } of comments) {
    const lines = value.split("\n").map((line) => line.replace(/^\s*\*? ?/, ""));
    const comment = lines.join(" ").trim();
    for (const [phrase, advice] of phrases) {
      const match = phrase.exec(comment);
      if (match)
        faults.push(`${file}:${lineOf(start)}: the comment "… ${match[0].trim()} …": ${advice}`);
    }
    const plural = pluralVerb.exec(comment);
    if (plural && (classNames.has(plural[1] ?? "") || /[a-z][A-Z]/.test(plural[1] ?? ""))) {
      faults.push(
        `${file}:${lineOf(start)}: the comment "… ${plural[0].trim()} …": a class with a plural verb`,
      );
    }
  }
  return faults;
}

/**
 * Matches a class name with a plural verb, which a renaming leaves behind where the prose used the old name. A name in
 * backticks is deliberate.
 */
const pluralVerb =
  /(?:^|[.:] )([A-Z][A-Za-z]+[a-rt-z])(?: (?:with|of|in|for|to|on)(?: [\w'-]+){1,5})? (?:are|have|were|share|receive|wait|differ)\b/;

/** @param {any} program */
function classesIn(program) {
  return new Set(
    program.body
      .map((/** @type {any} */ node) => node.declaration ?? node)
      .filter((/** @type {any} */ node) => node?.type === "ClassDeclaration")
      .map((/** @type {any} */ node) => node.id?.name),
  );
}

/**
 * Finds modules in one folder whose names differ only by an ending (`worker` and `workers`, `listen` and `listening`),
 * so that a reader cannot tell which one to open.
 *
 * @param {readonly string[]} files
 * @returns {string[]} a sentence each
 */
export function similarFiles(files) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  /** @type {string[]} */
  const faults = [];
  for (const file of files) {
    if (/\.(?:test|stories|config|css)\./.test(file) || file.endsWith(".d.ts")) continue;
    const name = file.slice(file.lastIndexOf("/") + 1, -extname(file).length);
    const key = `${dirname(file)}/${name.replace(/(?:ing|ers|er|e?s|e)$/, "")}`;
    const other = seen.get(key);
    if (other) faults.push(`${file}: its name differs from ${other} only by an ending`);
    else seen.set(key, file);
  }
  return faults;
}

/**
 * Returns the names that a file declares: variables, parameters, functions, classes, types and their members.
 *
 * @param {unknown} program
 */
function declaredNames(program) {
  /** @type {{ name: string, offset: number }[]} */
  const names = [];
  /** @param {any} pattern */
  const bind = (pattern) => {
    if (!pattern) return;
    if (pattern.type === "Identifier") names.push({ name: pattern.name, offset: pattern.start });
    else if (pattern.type === "ObjectPattern") {
      for (const property of pattern.properties) bind(property.argument ?? property.value);
    } else if (pattern.type === "ArrayPattern") pattern.elements.forEach(bind);
    else if (pattern.type === "AssignmentPattern") bind(pattern.left);
    else if (pattern.type === "RestElement") bind(pattern.argument);
    else if (pattern.type === "TSParameterProperty") bind(pattern.parameter);
  };
  /** @param {any} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node?.type !== "string") return;
    const { type, id, key, params } = node;
    if (/^(?:Variable|Function|Class|TSTypeAlias|TSInterface|TSEnum)Declar/.test(type)) bind(id);
    if (/^(?:Function|ArrowFunction)|^TS(?:Function|Method|Constructor|Call)/.test(type)) {
      (params?.items ?? params ?? []).forEach(bind);
    }
    if (
      /^(?:TSPropertySignature|TSMethodSignature|MethodDefinition|PropertyDefinition)$/.test(type)
    ) {
      if (key?.type === "Identifier" || key?.type === "PrivateIdentifier") {
        names.push({ name: key.name, offset: key.start });
      }
    }
    for (const child of Object.values(node)) if (child && typeof child === "object") visit(child);
  };
  visit(program);
  return names;
}

/**
 * Returns the faults of each part of the repository.
 *
 * @returns {Map<string, string[]>}
 */
function faultsByPart() {
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  /** @type {(file: string, faults: readonly string[]) => void} */
  const add = (file, faults) => {
    const part = partOf(file);
    parts.set(part, [...(parts.get(part) ?? []), ...faults]);
  };
  const files = sourceFiles();
  for (const file of files) {
    add(file, languageFaults(file, readFileSync(join(root, file), "utf8")));
  }
  for (const fault of similarFiles(files)) add(fault, [fault]);
  return parts;
}

/**
 * Returns how many faults each part is allowed to have. A part that is not listed must have none.
 *
 * @returns {Record<string, number>}
 */
function allowedFaults() {
  return JSON.parse(readFileSync(allowanceFile, "utf8"));
}

function sourceFiles() {
  return sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.replaceAll(sep, "/")}`)
      .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !skipped.test(file)),
  );
}

/** @param {string} file */
function partOf(file) {
  const [folder = "", name, source, room] = file.split("/");
  if (!isGroup.test(folder)) return folder;
  return [folder, name, source, ...(room?.includes(".") ? [] : [room])].filter(Boolean).join("/");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const partsToShow = process.argv.slice(2).filter((item) => !item.startsWith("--"));
  const parts = faultsByPart();
  if (process.argv.includes("--write")) {
    const counts = [...parts].map(([part, faults]) => [part, faults.length]);
    const remaining = counts
      .filter(([, count]) => count)
      .sort(([item = ""], [other = ""]) => (item < other ? -1 : 1));
    writeFileSync(allowanceFile, `${JSON.stringify(Object.fromEntries(remaining), null, 2)}\n`);
  }
  const allowed = allowedFaults();
  for (const [part, faults] of parts) {
    if (partsToShow.some((item) => part.startsWith(item))) console.error(faults.join("\n"));
    const max = allowed[part] ?? 0;
    if (faults.length <= max) continue;
    process.exitCode = 1;
    console.error(
      `${part}: ${faults.length} names and comments break the language rules, ${max} allowed. List them with: node scripts/language.mjs ${part}`,
    );
  }
}
