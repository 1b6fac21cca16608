/** The part of `node:path` that reads paths of config.toml, where folders are parted by slashes everywhere. */
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
