import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { memory } from "./files.ts";

interface Remembered {
  /** By path: the text before the move, and the checksum of the one after it. */
  readonly [path: string]: { readonly before: string; readonly after: string };
}

/** Writes what a plan changes, and remembers how it was. An earlier move stays remembered. */
export function write(
  root: string,
  changes: ReadonlyMap<string, { readonly before: string; readonly after: string }>,
): void {
  const earlier = recall(root) ?? {};
  const files: Record<string, { before: string; after: string }> = { ...earlier };
  for (const [file, { before, after }] of changes) {
    const path = relative(root, file).replaceAll("\\", "/");
    files[path] = { before: earlier[path]?.before ?? before, after: checksum(after) };
  }
  writeFileSync(join(root, memory), `${JSON.stringify(files, null, 1)}\n`);
  for (const [file, { after }] of changes) writeFileSync(file, after);
}

/** Takes a move back. A file that was changed since stays as it is. Undefined where nothing is remembered. */
export function undo(root: string): { restored: string[]; changed: string[] } | undefined {
  const files = recall(root);
  if (!files) return undefined;
  const restored: string[] = [];
  const changed: string[] = [];
  for (const [path, { before, after }] of Object.entries(files)) {
    const file = join(root, path);
    if (existsSync(file) && checksum(readFileSync(file, "utf8")) === after) {
      writeFileSync(file, before);
      restored.push(path);
    } else {
      changed.push(path);
    }
  }
  if (changed.length === 0) rmSync(join(root, memory));
  return { restored, changed };
}

function recall(root: string): Remembered | undefined {
  const file = join(root, memory);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function checksum(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
