import type { Readable, Writable } from "node:stream";

/** Forwards text line by line, so that the lines of several sources do not mix. */
export function forwardLines(source: Readable, target: Writable): void {
  let rest = "";
  source.setEncoding("utf8");
  source.on("data", (text: string) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) target.write(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  source.on("end", () => {
    if (rest !== "") target.write(`${rest}\n`);
  });
}
