import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { root } from "./process/run.mjs";
import { rooms } from "./rooms.mjs";

const isTest = /\.(test|stories)\.tsx?$|(^|\/)test\/|\.d\.ts$/;

/**
 * Returns a message for each import that violates the table of rooms, and for each file that is in no room.
 *
 * @param {typeof rooms} table
 * @returns {string[]}
 */
export function findViolations(table) {
  return Object.entries(table).flatMap(([part, floors]) => {
    const floorOf = new Map(floors.flatMap((line, i) => line.split(" ").map((room) => [room, i])));
    const folder = join(root, part);
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !isTest.test(file.replaceAll(sep, "/")))
      .map((file) => join(folder, file))
      .flatMap((file) => {
        const room = roomOf(folder, file);
        const floor = floorOf.get(room);
        if (floor === undefined)
          return `${relative(root, file)}: not listed under ${part} in scripts/rooms.mjs`;
        return importsOf(file)
          .filter((path) => path.startsWith(folder + sep) && roomOf(folder, path) !== room)
          .filter((path) => (floorOf.get(roomOf(folder, path)) ?? -1) <= floor)
          .map(
            (path) =>
              `${relative(root, file)}: imports ${relative(root, path)}, which is not on a lower floor`,
          );
      });
  });
}

/**
 * @param {string} folder
 * @param {string} file
 */
function roomOf(folder, file) {
  const [entry = ""] = relative(folder, file).split(sep);
  return entry.replace(/\.tsx?$/, "");
}

/** @param {string} file */
function importsOf(file) {
  const text = readFileSync(file, "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const names = [
    ...staticImports.map((item) => item.moduleRequest.value),
    ...staticExports.flatMap((item) =>
      item.entries.map((entry) => entry.moduleRequest?.value ?? ""),
    ),
    ...dynamicImports.map((item) =>
      text.slice(item.moduleRequest.start + 1, item.moduleRequest.end - 1),
    ),
  ];
  return names.filter((name) => name.startsWith(".")).map((name) => resolve(dirname(file), name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations(rooms);
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
