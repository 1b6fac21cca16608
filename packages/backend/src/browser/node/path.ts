/** The part of `node:path` for the paths in config.toml, which use slashes on every system. */
export const posix = {
  isAbsolute: (path: string) => path.startsWith("/"),
  join: (...parts: readonly string[]) => posix.normalize(parts.join("/")),
  normalize(path: string): string {
    const steps: string[] = [];
    for (const step of path.split("/")) {
      if (step === ".." && steps.length > 0 && steps.at(-1) !== "..") steps.pop();
      else if (step !== "" && step !== ".") steps.push(step);
    }
    return (path.startsWith("/") ? "/" : "") + steps.join("/") || ".";
  },
};
