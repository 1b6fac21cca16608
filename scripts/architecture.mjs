import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { rooms } from "./rooms.mjs";
import { root } from "./run.mjs";

/** Where ARCHITECTURE.md goes on with what is made from the table. */
const mark = "<!-- made by npm run format -->";

const isTest = /\.(test|stories)\.tsx?$|(^|\/)test\/|\.d\.ts$/;

/**
 * The imports that go against the table of rooms, and the files that no room of it holds.
 *
 * @param {typeof rooms} table
 * @returns {string[]} a sentence each
 */
export function violations(table) {
  return Object.entries(table).flatMap(([part, floors]) => {
    const floorOf = new Map(floors.flatMap((line, i) => line.split(" ").map((room) => [room, i])));
    const folder = join(root, part);
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !isTest.test(file.replaceAll(sep, "/")))
      .map((file) => join(folder, file))
      .flatMap((file) => {
        const room = roomOf(folder, file);
        const floor = floorOf.get(room);
        if (floor === undefined) return `${relative(root, file)}: no room of ${part} holds it`;
        return importsOf(file)
          .filter((path) => path.startsWith(folder + sep) && roomOf(folder, path) !== room)
          .filter((path) => (floorOf.get(roomOf(folder, path)) ?? -1) <= floor)
          .map(
            (path) => `${relative(root, file)}: imports ${relative(root, path)}, which is no lower`,
          );
      });
  });
}

/**
 * The picture of ARCHITECTURE.md: each part's floors, one below the other.
 *
 * @param {typeof rooms} table
 */
export function picture(table) {
  return Object.entries(table)
    .map(([part, floors]) => {
      const boxes = floors.map((line, i) => `  ${i}["${line.replaceAll(" ", " · ")}"]`);
      const arrows = `  ${floors.map((_, i) => i).join(" --> ")}`;
      return `\`${part}\`\n\n${["```mermaid", "flowchart TD", ...boxes, arrows, "```"].join("\n")}`;
    })
    .join("\n\n");
}

/**
 * @param {string} folder
 * @param {string} file
 */
function roomOf(folder, file) {
  const [first = ""] = relative(folder, file).split(sep);
  return first.replace(/\.tsx?$/, "");
}

/** @param {string} file */
function importsOf(file) {
  const text = readFileSync(file, "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const names = [
    ...staticImports.map((one) => one.moduleRequest.value),
    ...staticExports.flatMap((one) => one.entries.map((entry) => entry.moduleRequest?.value ?? "")),
    ...dynamicImports.map((one) =>
      text.slice(one.moduleRequest.start + 1, one.moduleRequest.end - 1),
    ),
  ];
  return names.filter((name) => name.startsWith(".")).map((name) => resolve(dirname(file), name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = violations(rooms);
  for (const sentence of found) console.error(sentence);
  process.exitCode = found.length > 0 ? 1 : 0;
  if (process.argv.includes("--write")) {
    const page = join(root, "ARCHITECTURE.md");
    const [text = ""] = readFileSync(page, "utf8").split(mark);
    writeFileSync(page, `${text}${mark}\n\n${picture(rooms)}\n`);
  }
}
