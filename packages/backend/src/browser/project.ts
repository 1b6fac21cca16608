import type { ProjectFolder } from "../config/folder.ts";
import { posix } from "./node/path.ts";

/** A project folder of which there are only these files, by their paths below `supabase/`. */
export function inMemory(files: Readonly<Record<string, string>>): ProjectFolder {
  const texts = new Map(
    Object.entries(files).map(([path, text]) => [posix.join("supabase", path), text]),
  );
  const paths = [...texts.keys()].sort();
  return {
    requireExistence: async () => {},
    contains: async () => true,
    read: async (path) => texts.get(posix.normalize(path)),
    async list(path) {
      const folder = `${posix.normalize(path)}/`;
      const below = paths.filter((file) => file.startsWith(folder));
      const names = new Set(below.map((file) => file.slice(folder.length).split("/")[0] ?? ""));
      return [...names].map((name) => ({
        name,
        isDirectory: () => !texts.has(`${folder}${name}`),
      }));
    },
    async match(pattern) {
      const matching = matcherOf(posix.join("supabase", pattern));
      return paths.filter((path) => matching.test(path));
    },
  };
}

/** The wildcards of a path: `*` and `?` within a name, `**` across folders, `{a,b}` and `[a-z]`. */
function matcherOf(pattern: string): RegExp {
  const part = /\*\*\/|\*\*|\*|\?|\[!?[^\]]+\]|\{[^}]*\}|./gs;
  const written = pattern.replace(part, (token) => {
    if (token === "**/") return "(?:[^/]+/)*";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    if (token === "?") return "[^/]";
    if (token.length > 1 && token.startsWith("[")) return token.replace("[!", "[^");
    if (token.length > 1 && token.startsWith("{")) {
      return `(?:${token.slice(1, -1).split(",").map(escaped).join("|")})`;
    }
    return escaped(token);
  });
  return new RegExp(`^${written}$`);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
