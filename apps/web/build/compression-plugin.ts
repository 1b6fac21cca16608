import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Smaller files do not gain from compression. */
const minBytes = 512;

/** Pictures and fonts are already compressed. */
const textFiles = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;

/** Writes a brotli and a gzip file beside every text file of the build. The server sends them to clients that accept them. */
export function compressionPlugin(): Plugin {
  let folder: string;
  return {
    name: "portico-compressed",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // Run after all other plugins have written their files.
    closeBundle: { order: "post", sequential: true, handler: () => compressFolder(folder) },
  };
}

/** Writes a brotli and a gzip file beside every text file of a folder. */
export async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      .filter((name) => textFiles.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        const content = await readFile(path);
        if (content.length < minBytes) return;
        const options = {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, options));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}
