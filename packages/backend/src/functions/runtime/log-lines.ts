import type { Readable } from "node:stream";

/**
 * Calls a function with each line of a stream. Only the beginning of a long line is kept, because a line may be as long
 * as a request's body, or never end.
 */
export function onLine(
  stream: Readable,
  maxCharacters: number,
  listener: (line: string) => void,
): void {
  let line = "";
  const append = (text: string) => {
    line += text.slice(0, maxCharacters - line.length);
  };
  const endLine = () => {
    listener(line.replace(/\r$/, ""));
    line = "";
  };
  stream
    .setEncoding("utf8")
    .on("data", (text: string) => {
      const [rest = "", ...followingLines] = text.split("\n");
      append(rest);
      for (const followingLine of followingLines) {
        endLine();
        append(followingLine);
      }
    })
    .on("end", () => {
      if (line !== "") endLine();
    });
}
