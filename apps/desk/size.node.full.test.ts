import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";

/** What the first screen may load, compressed. A connection of 10 Mbit/s takes 0.2 s for it. */
const mostBytes = 250 * 1024;

test("the script of the desk's first screen has 250 KiB at most, and the diagram and the editor are not in it", async () => {
  const output = (await build({
    ...{ root: import.meta.dirname, logLevel: "error" },
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const chunks = output.output.filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  const loaded = new Set<string>();
  const load = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) load(next);
  };
  load(entry?.fileName ?? "");
  const first = chunks.filter(({ fileName }) => loaded.has(fileName));
  const bytes = first.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThan(mostBytes);
  const modules = first.flatMap(({ moduleIds }) => moduleIds).join("\n");
  expect(modules).not.toMatch(/@xyflow|@dagrejs|@codemirror/);
});
