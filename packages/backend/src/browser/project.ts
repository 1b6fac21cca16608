import type { ProjectFolder } from "../config/folder.ts";
import { posix } from "./node/path.ts";

/** Returns a project folder in memory with these files, by path below `supabase/`. */
export function memoryFolder(files: Readonly<Record<string, string>>): ProjectFolder {
  const texts = new Map(
    Object.entries(files).map(([path, text]) => [posix.join("supabase", path), text]),
  );
  const paths = [...texts.keys()].sort();
  return {
    requireExistence: async () => {},
    contains: async () => true,
    isProjectFile: async () => true,
    read: async (path) => texts.get(posix.normalize(path)),
    async list(path) {
      const folder = `${posix.normalize(path)}/`;
      const inFolder = paths.filter((file) => file.startsWith(folder));
      const names = new Set(inFolder.map((file) => file.slice(folder.length).split("/")[0] ?? ""));
      return [...names].map((name) => ({
        name,
        isDirectory: () => !texts.has(`${folder}${name}`),
        isSymbolicLink: () => false,
      }));
    },
    async match(pattern) {
      const glob = compileGlob(posix.join("supabase", pattern));
      return paths.filter((path) => glob.test(path));
    },
  };
}

/** Compiles a glob: `*` and `?` within a name, `**` across folders, `{a,b}` and `[a-z]`. */
function compileGlob(pattern: string): RegExp {
  const part = /\*\*\/|\*\*|\*|\?|\[!?[^\]]+\]|\{[^}]*\}|./gs;
  const source = pattern.replace(part, (token) => {
    if (token === "**/") return "(?:[^/]+/)*";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    if (token === "?") return "[^/]";
    if (token.length > 1 && token.startsWith("[")) return token.replace("[!", "[^");
    if (token.length > 1 && token.startsWith("{")) {
      return `(?:${token.slice(1, -1).split(",").map(escapeRegExp).join("|")})`;
    }
    return escapeRegExp(token);
  });
  return new RegExp(`^${source}$`);
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
