import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";

/** The maximum compressed size of what the first screen loads. At 10 Mbit/s, that takes 0.2 s. */
const maxBytes = 250 * 1024;

test("the desk's first screen loads at most 250 KiB of scripts, without the diagram and the editor", async () => {
  const output = (await build({
    root: import.meta.dirname,
    logLevel: "error",
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const chunks = output.output.filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  const loaded = new Set<string>();
  const load = (name: string) => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      load(imported);
  };
  load(entry?.fileName ?? "");
  const firstChunks = chunks.filter(({ fileName }) => loaded.has(fileName));
  const bytes = firstChunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThan(maxBytes);
  const modules = firstChunks.flatMap(({ moduleIds }) => moduleIds).join("\n");
  expect(modules).not.toMatch(/@xyflow|@dagrejs|@codemirror/);
});
