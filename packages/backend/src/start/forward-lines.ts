import type { Readable, Writable } from "node:stream";

/** Forwards text line by line, so that the lines of several sources do not mix. */
export function forwardLines(source: Readable, target: Writable): void {
  let incompleteLine = "";
  source.setEncoding("utf8");
  source.on("data", (text: string) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) target.write(incompleteLine + text.slice(0, end));
    incompleteLine = end > 0 ? text.slice(end) : incompleteLine + text;
  });
  source.on("end", () => {
    if (incompleteLine !== "") target.write(`${incompleteLine}\n`);
  });
}
